"""The control panel: a page on this machine. Lays out and steers; decides nothing."""

from __future__ import annotations

import hmac
import os
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from agent.control.user_messages import LONGEST
from agent.desktop import virtual_desktop as desktop
from agent.desktop.desks import OWN, Desks
from agent.diagnostics import network_guard as guard
from agent.diagnostics import offline
from agent.records import interrupted
from models.files.paths import runs_folder
from panel.models.head import TICK as HEAD_TICK
from panel.models.head import Head
from panel.page.control import Control
from panel.page.events import DIRECT
from panel.page.theme import css, head, theme
from panel.server.gradio_start import load_gradio, starting
from panel.server.listen import outside_warning, require_password, require_port
from panel.server.open_pages import end_with_pages
from panel.server.opening import Built, Parts
from panel.task import first_steps
from panel.task.buttons import ANSWERS, SAFETY, pause_buttons
from panel.task.recent import recent_tasks
from panel.task.steering import RESTING, Page, Session
from panel.task.touch import listen
from panel.task.viewing import Viewing

if TYPE_CHECKING:
    import gradio as gr

DEFAULT_STEPS = 30


def build(session: Session, *, desks: Desks | None = None, note: str = "") -> Built:
    """The page for a session; `note` stands there until the first run."""
    import gradio as gr

    from panel.routines.offer import choosing, offer
    from panel.routines.saving import keeping
    from panel.task.callbacks import (
        answer_of,
        closed_of,
        judge_of,
        practise_of,
        resume_of,
        routine_of,
        run_of,
        say_of,
        step_of,
        tick_of,
        touch_of,
        view_of,
    )

    page = Page(session, note, Viewing(desks))
    head = Head(lambda: desks.name if desks is not None else OWN)
    with gr.Blocks(title="Deskhand", analytics_enabled=False) as blocks:
        shown = gr.State(())
        line = gr.HTML(head.read())
        gr.Timer(HEAD_TICK).tick(head.read, outputs=line, **DIRECT)
        with gr.Row(elem_id="dh-top"):
            task = gr.Textbox(
                placeholder="Type a task and press Enter",
                show_label=False,
                lines=1,
                max_lines=4,
                max_length=4000,
                autofocus=True,
                scale=6,
                min_width=300,
                elem_id="dh-task",
                container=False,
            )
            run = gr.Button("Run", variant="primary", scale=1, min_width=110, elem_id="dh-run")
            stop = gr.Button("Stop", variant="stop", scale=1, min_width=130, elem_id="dh-stop")
        routine = offer(task)
        state = gr.HTML(padding=False)
        with gr.Column(visible=False, elem_id="dh-card") as card:
            question = gr.HTML()
            number = gr.State(0)
            with gr.Row():
                answers = [gr.Button(words) for words in ANSWERS.values()]
        with gr.Row(elem_id="dh-steer"):
            pausing = pause_buttons()
            with gr.Row(visible=False, elem_id="dh-say") as more:
                words = gr.Textbox(
                    placeholder="Add something, for example: not that one, use the second list",
                    show_label=False,
                    lines=1,
                    max_length=LONGEST,
                    scale=6,
                    container=False,
                )
                say = gr.Button("Send", size="sm", scale=0, min_width=110)
        refused = gr.HTML(padding=False, elem_id="dh-refused")
        with gr.Tabs(elem_id="dh-tabs"):
            with gr.Tab("Task"), gr.Row():
                with gr.Column(scale=5, min_width=320):
                    with gr.Column(visible=False, elem_id="dh-first") as steps_in:
                        welcome = gr.HTML(padding=False)
                        practise = gr.Button(
                            "Try the practice task",
                            variant="primary",
                            size="sm",
                            visible=first_steps.can_practise(),
                        )
                    picture = gr.HTML(js_on_load=listen(), elem_id="dh-screen")
                    untouched = gr.HTML(padding=False)
                    with gr.Row(elem_id="dh-lists"):
                        view = gr.Dropdown([], label="Where it works", elem_id="dh-view")
                        recent = gr.Dropdown(
                            [], label="Recent tasks", value=None, elem_id="dh-recent"
                        )
                        choosing(task)
                    steps_limit, dry_run, safety = _settings()
                with gr.Column(scale=3, min_width=300, elem_id="dh-story"):
                    plan = gr.HTML()
                    reply = gr.HTML()
                    with gr.Row(visible=False, elem_id="dh-right") as judging:
                        gr.HTML("<b>Was this right?</b>", padding=False)
                        right = gr.Button("Yes", size="sm", scale=0, min_width=70)
                        wrong = gr.Button("No", size="sm", scale=0, min_width=70)
                    kept = keeping(page.folder, page.control)
                    steps = gr.HTML()
            others = []
            for name, tab in _tabs(session):
                with gr.Tab(name):
                    others.append(tab(page.control))
        clock = gr.Timer(RESTING)
        gr.on(
            [run.click, task.submit],
            run_of(page),
            [task, steps_limit, dry_run, safety],
            clock,
            **DIRECT,
        )
        routine.click(routine_of(page), [task, steps_limit, dry_run, safety], clock, **DIRECT)
        stop.click(page.stop, **DIRECT)
        presses = (page.pause, resume_of(page), step_of(page))
        for button, press in zip(pausing, presses, strict=True):
            button.click(press, **DIRECT)
        for answer, button in zip(ANSWERS, answers, strict=True):
            button.click(answer_of(page, answer), number, **DIRECT)
        practise.click(
            practise_of(page), [steps_limit, dry_run, safety], [task, steps_in, clock], **DIRECT
        )
        recent.focus(_recent, outputs=recent, **DIRECT)
        recent.input(lambda chosen: (chosen, None), recent, [task, recent], **DIRECT)
        view.focus(page.viewing.box, outputs=view, **DIRECT)
        chosen = view.input(view_of(page), view, refused, **DIRECT)
        chosen.then(page.view_now, outputs=[view, untouched], **DIRECT)
        blocks.load(page.view_now, outputs=[view, untouched], **DIRECT)
        picture.click(touch_of(page), outputs=untouched, **DIRECT)
        right.click(judge_of(page, True), **DIRECT)
        wrong.click(judge_of(page, False), **DIRECT)
        gr.on([say.click, words.submit], say_of(page), words, [words, refused], **DIRECT)
        outputs = [state, picture, plan, reply, steps, question, card, number, *answers, run]
        outputs += [*pausing, more, judging, *kept, clock, shown]
        clock.tick(tick_of(page), shown, outputs, **DIRECT)
        blocks.unload(closed_of(page))
        end_with_pages(blocks, session)

    def now() -> Parts:
        """What the first tab holds when the page is sent."""
        choices, chosen = page.viewing.options()
        return {
            line: {"value": head.read()},
            **_with_values([state, picture, plan, reply, steps], page.parts()),
            view: {"choices": choices, "value": chosen},
            untouched: {"value": page.hint()},
            **_first_steps(welcome, steps_in),
            **dict(part for opened in others if opened for part in opened().items()),
        }

    return Built(blocks, now)


def _with_values(components: Sequence[gr.HTML], values: Sequence[str]) -> Parts:
    return {one: {"value": value} for one, value in zip(components, values, strict=False)}


def _tabs(
    session: Session,
) -> Sequence[tuple[str, Callable[[Control], Callable[[], Parts] | None]]]:
    """The other tabs: the name of each, and what puts its parts on the page, which may return what
    gives their contents when a page is opened. What changes anything there asks `Control` first: of
    several pages only one steers."""
    from panel.health.tab import health_tab
    from panel.history.tab import history
    from panel.inspector.tab import inspector_tab
    from panel.models.tab import models_tab
    from panel.models.work.service import Service
    from panel.routines.tab import routines_tab
    from panel.settings.tab import settings_tab

    service = Service(session)
    return (
        ("Models", partial(models_tab, service)),
        ("Routines", routines_tab),
        ("History", history),
        ("Inspector", partial(inspector_tab, lambda: session.running)),
        ("Settings", partial(settings_tab, service)),
        ("Health", health_tab),
    )


def _first_steps(welcome: gr.HTML, steps_in: gr.Column) -> Parts:
    """The first steps as they are now, and whether they are shown."""
    shown = first_steps.is_first()
    return {welcome: {"value": first_steps.card() if shown else ""}, steps_in: {"visible": shown}}


def _recent() -> gr.Dropdown:
    """The tasks to choose from, as they are now."""
    import gradio as gr

    return gr.Dropdown(choices=recent_tasks(runs_folder()))


def _settings() -> tuple[gr.Slider, gr.Checkbox, gr.Dropdown]:
    import gradio as gr

    with gr.Accordion("For this run", open=False):
        limit = gr.Slider(1, 100, DEFAULT_STEPS, step=1, label="Maximum steps")
        info = "Decide what to do, but do not use mouse or keyboard."
        dry_run = gr.Checkbox(label="Dry run", info=info)
        safety = gr.Dropdown(SAFETY, value="", label="Safety", elem_id="dh-safety")
    return limit, dry_run, safety


def serve(
    port: int = 7860,
    host: str = "127.0.0.1",
    open_browser: bool = True,
    password: str | None = None,
    session: Session | None = None,
) -> None:
    """Show the panel until Ctrl+C.

    Raises:
        AgentError: the port is taken, or `host` is reachable from outside without a password.
    """
    offline.apply()
    guard.install()
    require_password(host, password)
    guard.listen_on(host)
    require_port(host, port)
    with ExitStack() as stack:
        with starting():
            blocks = _started(stack, port, host, password, session)
        address = f"http://{host}:{port}"
        if warning := outside_warning(host):
            print(warning, flush=True)
        print(f"Deskhand's panel: {address}   (Ctrl+C ends it)", flush=True)
        # On a virtual desktop the page would open where the agent works, and be in its way.
        if open_browser and desktop.HERE not in os.environ:
            webbrowser.open(address)
        blocks.block_thread()


def _started(
    stack: ExitStack, port: int, host: str, password: str | None, session: Session | None
) -> gr.Blocks:
    """The page, served; `stack` ends it, and what was started for it."""
    desks = Desks(stack)
    if desks.forced:
        print(
            "There is no usable display here, so the panel uses a virtual desktop.",
            flush=True,
        )
    if session is None:
        from agent import session as runs

        session = runs.Session()
    note = " ".join(interrupted.tell_once(runs_folder()))
    if note:
        print(note, flush=True)
    load_gradio()
    built = build(session, desks=desks, note=note)
    launch(built, port, host, password)
    stack.callback(built.blocks.close, verbose=False)
    stack.callback(session.stop, "the end of the panel")
    return built.blocks


def launch(built: Built, port: int, host: str, password: str | None) -> None:
    """Start the server and return."""
    from starlette.middleware import Middleware

    from panel.server.door import Door
    from panel.server.opening import Opened

    built.blocks.launch(
        server_name=host,
        server_port=port,
        share=False,
        inbrowser=False,
        prevent_thread_lock=True,
        quiet=True,
        auth=_login(password) if password else None,
        auth_message="Type any user name and the password with which the panel was started.",
        footer_links=[],
        run_history=False,
        mcp_server=False,
        ssr_mode=False,
        enable_monitoring=False,
        theme=theme(),
        css=css(),
        head=head(),
        app_kwargs={
            "middleware": [Middleware(Door, host=host), Middleware(Opened, fill=built.fill)]
        },
    )


def _login(password: str) -> Callable[[str, str], bool]:
    def check(user: str, given: str) -> bool:
        return hmac.compare_digest(given.encode(), password.encode())

    return check
