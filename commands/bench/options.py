"""What the options of several benchmark commands mean: a model, and a range of numbers."""

from __future__ import annotations

import re

import typer

from models.catalogue.catalogue import language_model
from models.catalogue.spec import ModelSpec
from models.files import store
from models.runtime.errors import ModelError


def installed_model(model_id: str) -> ModelSpec:
    """The language model with this id, which must be there before anything starts.

    Raises:
        typer.BadParameter: there is no such language model.
        ModelError: it is not installed.
    """
    try:
        wanted = language_model(model_id)
    except ModelError as error:
        raise typer.BadParameter(str(error), param_hint="--model") from error
    if not store.ready(wanted):
        raise ModelError(
            f"{wanted.id} is not installed.", f"Download it: deskhand models get {wanted.id}"
        )
    return wanted


def first_and_last(text: str, option: str) -> tuple[int, int]:
    """The two numbers of "A-B", both included; "A" is the range from A to A.

    Raises:
        typer.BadParameter: it is neither, or B is less than A; `option` is named then.
    """
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise typer.BadParameter("use A-B where A is at most B, such as 0-2", param_hint=option)
    return int(match[1]), int(match[2] or match[1])
