"""A full disk is told in a sentence, whichever file it was that could not be written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from commands import main
from models.files.paths import data_folder


@pytest.mark.parametrize("name", [None, "/somewhere/step.json"])
def test_a_full_disk_says_what_to_do(
    name: str | None,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), name)

    def full(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(main, "_application", lambda wanted: full)
    with pytest.raises(SystemExit) as end:
        main._main(["run", "x"])
    assert end.value.code == main.NOT_DONE
    said = "".join(capsys.readouterr())
    assert said.startswith(f"The disk is full: {name or _folder()} cannot be written.")


def _folder() -> Path:
    return data_folder()


def test_other_errors_keep_their_sentence() -> None:
    assert main._disk_full(OSError(errno.EACCES, "no", "/x")) == ""
