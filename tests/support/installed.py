"""Files of this machine as models of the person's own."""

from __future__ import annotations

import hashlib
from pathlib import Path

from models.catalogue.entries import parse
from models.files import store


def entry(identity: str, *files: tuple[Path, str]) -> str:
    """The text of an entry in models.toml for files that lie in the data folder."""
    lines = [
        "[[model]]",
        f'id = "{identity}"',
        'role = "language"',
        f'name = "{identity}"',
        'licence = "none"',
    ]
    for path, part in files:
        data = path.read_bytes()
        lines += [
            "[[model.files]]",
            f'part = "{part}"',
            f'file = "{path.name}"',
            f'sha256 = "{hashlib.sha256(data).hexdigest()}"',
            f"bytes = {len(data)}",
            f'sources = [{{ kind = "local", path = "{path}" }}]',
        ]
    return "\n".join(lines) + "\n"


def installed_as_pictures(data: Path, files: list[Path]) -> str:
    """Make the files an installed model of the person's own; what is wrong with it, if anything."""
    files.sort(key=lambda path: not path.name.endswith(("llava.gguf", ".safetensors")))
    text = '[[model]]\nid = "mine"\nrole = "vision-language"\nname = "M"\nlicence = "x"\n'
    target = data / "models" / "mine"
    target.mkdir(parents=True)
    for file in files:
        part = "projector" if "mmproj" in file.name else "weights"
        text += f'[[model.files]]\npart = "{part}"\nfile = "{file.name}"\n'
        text += f'sources = [{{ kind = "local", path = "{file}" }}]\n'
        (target / file.name).write_bytes(file.read_bytes())
    (data / "models.toml").write_text(text, "utf-8")
    model = parse(text, own=True)["mine"]
    return "" if store.verify(model) else "not whole"
