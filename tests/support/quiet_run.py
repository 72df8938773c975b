"""A whole run on a virtual desktop of its own, as a program: for tests/test_offline_proof.py.

Prints one line of JSON: how it ended, what was done, what went out.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
# As at the beginning of every command.
from agent.diagnostics import network_guard as guard
from agent.diagnostics import offline

offline.apply()
guard.install()

from agent.desktop.virtual_desktop import start  # noqa: E402
from models.runtime.scripted import ScriptedModel  # noqa: E402
from tests.support.as_told import obliging  # noqa: E402
from tests.support.whole_runs import carried_out, opened_form  # noqa: E402


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, start((1000, 700)) as desktop:
        os.environ["DESKHAND_DATA"] = folder
        desktop.activate_environment()
        with opened_form(desktop, Path(folder)):
            told = carried_out(ScriptedModel(obliging()))
        record = json.loads((told.folder / "outcome.json").read_text("utf-8"))
    print(json.dumps({"done": told.descriptions, **record}), flush=True)


if __name__ == "__main__":
    main()
