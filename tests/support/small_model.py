"""The smallest language model, for tests that need real weights (about 100 MB, once)."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import pytest

from models.catalogue import spec
from models.download import fetch
from models.errors import ModelError

SMALL = "smollm2-135m-q4"
# Of the person, or of the whole test run: single tests have data folders of their own.
_DATA = os.environ.get("DESKHAND_DATA")


@functools.cache
def small_model() -> Path:
    """The file: the person's own when it is installed, else fetched to where it belongs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DESKHAND_DATA", raising=False)
        if _DATA:
            patch.setenv("DESKHAND_DATA", _DATA)
        try:
            return fetch(spec(SMALL))
        except ModelError as error:
            pytest.skip(str(error))


def install_small_model() -> Path:
    """Make it installed in the data folder of this test, without a copy."""
    there = small_model()
    from models import store

    path = store.weights_file(spec(SMALL))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(there)
    assert store.verify(spec(SMALL))
    return path
