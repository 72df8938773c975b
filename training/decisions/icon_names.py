"""What people call pictures, and the names that the product's eyes give them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


def icon_name(said: str) -> str:
    """The name that the product gives to a picture which people call so; else what was said."""
    return _names().get(said.casefold(), said)


@cache
def _names() -> dict[str, str]:
    text = files("vision.weights").joinpath("icons.json").read_text("utf-8")
    found: dict[str, str] = {}
    own: dict[str, str] = {}
    for one in json.loads(text)["concepts"]:
        name = one["caption"].partition(":")[0].partition(" / ")[0]
        own[one["id"].replace("_", " ")] = own[name.casefold()] = name
        for said in one["also"]:
            found.setdefault(said.casefold(), name)
    return found | own
