"""A server's model by the commands, and in a whole run on the virtual desktop."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.control.stop import StopSwitch
from agent.desktop.virtual_desktop import Desktop
from agent.run import Settings, run_task
from commands.models.models import app
from models.catalogue import own_entries
from models.catalogue.catalogue import own
from models.catalogue.spec import ModelSpec
from models.files import store
from models.runtime.errors import ModelError
from models.runtime.llm import Message
from models.server.engine import Engine
from tests.support.as_told import TASK, Told, obliging
from tests.support.engine_server import Body, grammar_of, saying, served
from tests.support.whole_runs import opened_form


def models(*words: str) -> tuple[int, str]:
    """The exit code of `deskhand models` and all that was said, in this process: starting one for
    each command takes seconds."""
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, ModelError):
        return 1, str(result.exception)
    return result.exit_code, result.output


def doing_as_told() -> Callable[[Body], str]:
    """Answers the questions of one run as a good model would, from the grammars it is given."""
    answer = obliging()
    return lambda body: answer([Message(**one) for one in body["messages"]], grammar_of(body))


def test_a_server_is_added_used_shown_and_forgotten(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "150")
    with served(saying(doing_as_told()), models=("qwen",)) as server:
        code, said = models("add", "--server", server.url, "--model", "qwen")
        assert code == 0, said
        assert "accepts GBNF (llama-server)" in said
        assert own()["qwen"].engine == Engine(server.url, "qwen", "gbnf")
        assert models("use", "qwen") == (0, "qwen is now the model in use.\n")
        code, said = models("list")
        assert f"in use, on 127.0.0.1:{server.port}" in said
        code, said = models("info", "qwen")
        assert server.url in said
        assert "nothing has to be downloaded" in models("get", "qwen")[1]
        code, said = models("remove", "qwen")
        assert code == 1
        assert "deskhand models remove qwen --forget" in said
    assert models("remove", "qwen", "--forget")[0] == 0
    assert own() == {}


def test_bad_use_is_said(data_folder: Path):
    for words, code, sentence in (
        (("--server", "http://127.0.0.1:1/v1"), 2, "give the name of a model"),
        (("--server", "host", "--model", "m"), 1, '"host" is not the URL of a server'),
        (("--server", "http://127.0.0.1:1/v1", "--model", "m"), 1, "No server answers at"),
        (("a/b", "--server", "http://h/v1", "--model", "m"), 2, "do not give a repository or URL"),
        ((), 2, "give a repository"),
    ):
        found, said = models("add", *words)
        assert (found, sentence in " ".join(said.replace("│", " ").split())) == (code, True), said


def test_a_whole_run_with_a_model_on_a_server(desktop: Desktop, data_folder: Path, tmp_path: Path):
    told = Told()
    with (
        served(saying(doing_as_told())) as server,
        opened_form(desktop, tmp_path) as form,
    ):
        engine = Engine(server.url, "small", "gbnf")
        own_entries.add(
            ModelSpec("remote", "language", "Remote", "MIT", (), own=True, engine=engine)
        )
        store.select("remote")
        outcome = run_task(
            TASK,
            tell=told,
            stop=StopSwitch(),
            settings=Settings(max_steps=8, profile="small"),
            eyes=form.eyes,
        )
        done = form.told()
    assert outcome.kind == "done", outcome
    assert told.descriptions == [
        "type “Ann Lee” into “Full name” (field)",
        "click “Newsletter” (checkbox)",
        "click “Save” (button)",
    ]
    assert any("Ann Lee" in json.dumps(entry) for entry in done)
    assert server.asked
    record = json.loads((told.folder / "outcome.json").read_text("utf-8"))
    # A server on this machine is no connection to another one.
    assert (record["outbound_connections"], record["refused_connections"]) == (0, 0)


def test_a_run_says_what_leaves_before_it_connects(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    from agent.events import Noted
    from agent.outfit import load_model

    engine = Engine("http://no-such-host..invalid:8080/v1", "m", "gbnf")
    own_entries.add(ModelSpec("far", "language", "Far", "MIT", (), own=True, engine=engine))
    told: list[object] = []
    with pytest.raises(ModelError, match="No server answers"):
        load_model("far", told.append, StopSwitch())
    assert told == [Noted(engine.warning)]
    assert "the text on the screen go to no-such-host..invalid:8080" in engine.warning
