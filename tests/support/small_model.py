"""The smallest language model, for tests that need real weights (about 100 MB)."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import pytest

from models.catalogue.catalogue import spec
from models.files import store

SMALL = "smollm2-135m-q4"
# Of the person, or of the whole test run: single tests have data folders of their own.
_DATA = os.environ.get("DESKHAND_DATA")


@functools.cache
def small_model() -> Path:
    """The person's own file. Tests do not fetch it: `make test` does, before them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DESKHAND_DATA", raising=False)
        if _DATA:
            patch.setenv("DESKHAND_DATA", _DATA)
        path = store.installed(spec(SMALL))
    if path is None:
        pytest.fail(
            f"The model {SMALL} is missing. Run make test, which fetches it, or:"
            f" .venv/bin/deskhand models get {SMALL} --yes",
            pytrace=False,
        )
    return path


def install_small_model() -> Path:
    """Make it installed in the data folder of this test, without a copy."""
    there = small_model()
    path = store.weights_file(spec(SMALL))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(there)
    assert store.verify(spec(SMALL))
    return path
