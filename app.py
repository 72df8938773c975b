"""The control panel: a page on this machine. Lays out and steers; decides nothing."""

from __future__ import annotations

import hmac
import os
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol

from agent import desktop, guard, interrupted, offline
from agent.errors import AgentError
from agent.events import Answer, Asking, Event, Noted
from agent.policy.rules import LEVELS, Safety
from agent.preflight import display_problem
from models.errors import ModelError
from models.paths import runs_folder
from models.store import selected
from panel import markup
from panel.card import ANSWERS, SAFETY, card_now
from panel.control import Control
from panel.listen import outside_warning, require_password, require_port
from panel.live import LiveView, address
from panel.look import CSS, theme
from panel.pages import end_with_pages
from panel.pausing import buttons_now, pause_buttons
from panel.progress import Watch

if TYPE_CHECKING:
    import gradio as gr

_TICK = 0.3
DEFAULT_STEPS = 30


class Session(Protocol):
    """Carries out one run at a time, in a thread of its own."""

    @property
    def running(self) -> bool: ...

    def start(
        self,
        task: str,
        *,
        model_id: str | None,
        max_steps: int,
        dry_run: bool,
        safety: Safety | None,
        on_event: Callable[[Event], None],
    ) -> None: ...

    def stop(self, by: str) -> None: ...

    def pause(self, by: str) -> None: ...

    def resume(self) -> None: ...

    def step(self) -> None: ...

    def answer(self, number: int, answer: Answer) -> bool: ...


class Page:
    """What the page's buttons and its timer do."""

    def __init__(self, session: Session, note: str = "") -> None:
        self._session = session
        self._watch = Watch()
        self._watch(Noted(note))
        self._live = LiveView()
        self._card: tuple[Asking | None, str] = (None, "")
        self._control = Control()

    def run(self, task: str, max_steps: float, dry_run: bool, safety: str | None, by: str) -> None:
        """Start a run; why it cannot start appears in the state line. The page `by` takes control:
        while another one has it, nothing is done."""
        if not self._control.take(by) or self._session.running:
            return
        task = task.strip()
        self._watch.begin(task, int(max_steps))
        if not task:
            self._watch.fail("Type a task first, such as: open the calculator and work out 12 * 7")
            return
        try:
            self._session.start(
                task,
                model_id=None,
                max_steps=int(max_steps),
                dry_run=dry_run,
                safety=next((level for level in LEVELS if level == safety), None),
                on_event=self._watch,
            )
        except (AgentError, ModelError, OSError) as problem:
            self._watch.fail(str(problem))

    def stop(self) -> None:
        self._session.stop("the Stop button")
        self._watch.stopping()

    def pause(self) -> None:
        self._session.pause("the Pause button")
        self._watch.pausing()

    def resume(self, by: str) -> None:
        if self._control.take(by):
            self._session.resume()

    def step(self, by: str) -> None:
        if self._control.take(by):
            self._session.step()

    def answer(self, number: int, answer: Answer, by: str) -> None:
        """Answer the question that the page showed when the button was pressed."""
        if self._control.take(by):
            self._session.answer(number, answer)

    def closed(self, by: str) -> None:
        self._control.leave(by)

    def _question(self, asked: Asking | None) -> str:
        """The card; its picture is made once."""
        if self._card[0] is not asked:
            source = address(asked.picture) if asked is not None else ""
            self._card = (asked, markup.question(asked, source))
        return self._card[1]

    def tick(self, shown: tuple[str, ...], by: str) -> tuple[Any, ...]:
        """State, picture, plan, steps, the card with its buttons, Run and the buttons of a pause;
        unchanged parts are left alone."""
        import gradio as gr

        now, _ = self._watch.read()
        watching = self._control.watches(by)
        source, note = self._live.read(now)
        parts = (
            markup.state_line(now) + markup.watching_line(watching),
            markup.picture(source, note),
            markup.plan(now),
            markup.steps(now),
            self._question(now.question),
        )
        fresh = [
            gr.skip() if i < len(shown) and shown[i] == part else part
            for i, part in enumerate(parts)
        ]
        card: list[Any] = [gr.skip()] * 5
        if shown[4:] != (parts[4], str(watching)):
            card = card_now(now.question, watching)
        run = gr.Button(interactive=not (now.busy or watching))
        return (*fresh, *card, run, *buttons_now(now), (*parts, str(watching)))


def build(session: Session, *, desktop_name: str = "your own screen", note: str = "") -> gr.Blocks:
    """The page for a session; `note` stands there until the first run."""
    import gradio as gr

    from panel.asking import answer_of, closed_of, resume_of, run_of, step_of, tick_of

    page = Page(session, note)
    with gr.Blocks(title="Deskhand", analytics_enabled=False) as blocks:
        shown = gr.State(())
        gr.HTML(markup.model_line(selected(), desktop_name))
        with gr.Row(elem_id="dh-top"):
            task = gr.Textbox(
                placeholder="What should be done? Enter starts it.",
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
        state = gr.HTML()
        pausing = pause_buttons()
        with gr.Column(visible=False, elem_id="dh-card") as card:
            question = gr.HTML()
            number = gr.State(0)
            with gr.Row():
                answers = [gr.Button(words) for words in ANSWERS.values()]
        with gr.Row():
            with gr.Column(scale=5, min_width=320):
                picture = gr.HTML()
                steps_limit, dry_run, safety = _settings(desktop_name)
            with gr.Column(scale=3, min_width=300, elem_id="dh-story"):
                plan = gr.HTML()
                steps = gr.HTML()
        # Past the queue: Stop must not wait behind anything, nor the page behind a run.
        direct: dict[str, Any] = {
            "queue": False,
            "show_progress": "hidden",
            "api_visibility": "private",
        }
        gr.on(
            [run.click, task.submit], run_of(page), [task, steps_limit, dry_run, safety], **direct
        )
        stop.click(page.stop, **direct)
        presses = (page.pause, resume_of(page), step_of(page))
        for button, press in zip(pausing, presses, strict=True):
            button.click(press, **direct)
        for answer, button in zip(ANSWERS, answers, strict=True):
            button.click(answer_of(page, answer), number, **direct)
        outputs = [state, picture, plan, steps, question, card, number, *answers, run]
        outputs += [*pausing, shown]
        gr.Timer(_TICK).tick(tick_of(page), shown, outputs, **direct)
        blocks.unload(closed_of(page))
        end_with_pages(blocks, session.stop)
    return blocks


def _settings(desktop_name: str) -> tuple[gr.Slider, gr.Checkbox, gr.Dropdown]:
    import gradio as gr

    with gr.Accordion("Settings", open=False):
        limit = gr.Slider(1, 100, DEFAULT_STEPS, step=1, label="Maximum steps")
        dry_run = gr.Checkbox(label="Dry run", info="Decide, but touch neither mouse nor keyboard.")
        safety = gr.Dropdown(SAFETY, value="", label="Safety", elem_id="dh-safety")
        gr.Textbox(desktop_name, label="Desktop in use", interactive=False)
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
        name = _desktop(stack)
        if session is None:
            from agent import session as runs  # loads what only runs need

            session = runs.Session()
        note = " ".join(interrupted.tell_once(runs_folder()))
        if note:
            print(note, flush=True)
        blocks = build(session, desktop_name=name, note=note)
        launch(blocks, port, host, password)
        stack.callback(blocks.close, verbose=False)
        stack.callback(session.stop, "the end of the panel")
        address = f"http://{host}:{port}"
        if warning := outside_warning(host):
            print(warning, flush=True)
        print(f"Deskhand's panel: {address}   (Ctrl+C ends it)", flush=True)
        # On a virtual desktop the page would open where the agent works, and be in its way.
        if open_browser and desktop.HERE not in os.environ:
            webbrowser.open(address)
        blocks.block_thread()


def launch(blocks: gr.Blocks, port: int, host: str, password: str | None) -> None:
    """Start the server and return."""
    from starlette.middleware import Middleware

    from panel.door import Door

    blocks.launch(
        server_name=host,
        server_port=port,
        share=False,
        inbrowser=False,
        prevent_thread_lock=True,
        quiet=True,
        auth=_login(password) if password else None,
        auth_message="Any user name; the password that the panel was started with.",
        footer_links=[],
        run_history=False,
        mcp_server=False,
        ssr_mode=False,
        enable_monitoring=False,
        theme=theme(),
        css=CSS,
        app_kwargs={"middleware": [Middleware(Door, host=host)]},
    )


def _login(password: str) -> Callable[[str, str], bool]:
    def check(user: str, given: str) -> bool:
        return hmac.compare_digest(given.encode(), password.encode())

    return check


def _desktop(stack: ExitStack) -> str:
    """The desktop that runs will use, in words; starts a virtual one when there is no display."""
    if sys.platform != "linux" or display_problem() is None:
        here = os.environ.get(desktop.HERE) or os.environ.get(desktop.MARK)
        return "virtual" if here else "your own screen"
    virtual = stack.enter_context(desktop.start())
    virtual.activate_environment()
    print("No display that can be used here: the panel works on a virtual desktop.", flush=True)
    return f"virtual ({virtual.size[0]} × {virtual.size[1]})"
