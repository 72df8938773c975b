"""What another model would decide, beside what was decided, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from agent.records.reader import StoredRun
from agent.records.replay_decisions import Agreement, Answer
from panel.history.decide_again import Asked
from panel.history.shared_markup import button
from panel.page.html import safe

_COLOURS: dict[Agreement, str] = {
    "the same": "good",
    "begins the same": "mixed",
    "different": "bad",
    "no answer": "nothing",
}


def again(run: StoredRun, asked: Asked, models: Sequence[str], said: str) -> str:
    """The choice of the model, how far it is, and the answers so far."""
    mine = asked.run == run.folder.name
    answers = _table(asked.answers) if mine and asked.answers else ""
    problem = f"<p class='dh-h-problem'>{safe(said)}</p>" if said else ""
    is_open = " open" if mine else ""
    return (
        f"<details class='dh-h-again'{is_open}><summary>Decide again with another model</summary>"
        "<p class='dh-why'>A model on this machine is asked what it would do on each recorded "
        "screen. Nothing on the desktop is touched.</p>"
        f"<div class='dh-h-acts'>{_choice(asked, models, mine)}</div>{problem}"
        f"{_progress(asked) if mine else ''}{answers}</details>"
    )


def _choice(asked: Asked, models: Sequence[str], mine: bool) -> str:
    if asked.going:
        other = (
            "" if mine else "<span class='dh-why'>A model is being asked about another run.</span>"
        )
        return f"{other}{button('again-stop', 'Stop', kind='dh-b-bad')}"
    if not models:
        return "<span class='dh-why'>No language model is on this machine yet.</span>"
    options = "".join(
        f"<option value='{safe(name)}'{' selected' if name == asked.model else ''}>{safe(name)}"
        "</option>"
        for name in models
    )
    select = f"<select id='dh-h-which' class='dh-b' aria-label='Model'>{options}</select>"
    return select + button("again", "Ask", more="data-from='dh-h-which'")


def _progress(asked: Asked) -> str:
    done = len(asked.answers)
    if asked.going:
        doing = "is waiting for the running task to end" if asked.waiting else "is deciding"
        return (
            f"<p data-going='{done}' role='status'>{safe(asked.model)} {doing}: {done} of "
            f"{asked.total} done…</p><progress value='{done}' max='{asked.total}'></progress>"
        )
    answered = [one.agreement for one in asked.answers if one.agreement != "no answer"]
    same = sum(agreement != "different" for agreement in answered)
    agree = f" {same} of {len(answered)} answers begin with the same action." if answered else ""
    return f"<p role='status'><b>{safe(asked.model)}</b>: {safe(asked.ended)}{agree}</p>"


def _table(answers: Sequence[Answer]) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{one.step}</th><td>{_lines(one.recorded)}</td>"
        f"<td>{_lines(one.said) or safe(one.problem)}</td>"
        f"<td><b class='dh-{_COLOURS[one.agreement]}'>{one.agreement}</b>"
        f"<div class='dh-why'>{one.seconds:.1f} s</div></td></tr>"
        for one in answers
    )
    return (
        "<table class='dh-h-compare'><thead><tr><th scope='col'>Step</th><th scope='col'>Recorded"
        "</th><th scope='col'>This model</th><th scope='col'>Agreement</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _lines(actions: Sequence[str]) -> str:
    return "<br>".join(map(safe, actions))
