"""The control panel: a page on this machine. Lays out and steers; decides nothing."""

from __future__ import annotations

import errno
import hmac
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol

from agent import desktop, offline
from agent.errors import AgentError
from agent.events import Event
from agent.preflight import display_problem
from models.errors import ModelError
from models.store import selected
from panel import markup
from panel.live import LiveView
from panel.look import CSS, theme
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
        on_event: Callable[[Event], None],
    ) -> None: ...

    def stop(self, by: str) -> None: ...


class Page:
    """What the page's buttons and its timer do."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._watch = Watch()
        self._live = LiveView()

    def run(self, task: str, max_steps: float, dry_run: bool) -> None:
        """Start a run; why it cannot start appears in the state line."""
        if self._session.running:
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
                on_event=self._watch,
            )
        except (AgentError, ModelError, OSError) as problem:
            self._watch.fail(str(problem))

    def stop(self) -> None:
        self._session.stop("the Stop button")
        self._watch.stopping()

    def tick(self, shown: tuple[str, ...]) -> tuple[Any, ...]:
        """State, picture, plan, steps and the Run button; unchanged parts are left alone."""
        import gradio as gr

        now, _ = self._watch.read()
        source, note = self._live.read(now)
        parts = (
            markup.state_line(now),
            markup.picture(source, note),
            markup.plan(now),
            markup.steps(now),
        )
        fresh = [
            gr.skip() if i < len(shown) and shown[i] == part else part
            for i, part in enumerate(parts)
        ]
        return (*fresh, gr.Button(interactive=not now.busy), parts)


def build(session: Session, *, desktop_name: str = "your own screen") -> gr.Blocks:
    """The page for a session."""
    import gradio as gr

    page = Page(session)
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
        with gr.Row():
            with gr.Column(scale=5, min_width=320):
                picture = gr.HTML()
                steps_limit, dry_run = _settings(desktop_name)
            with gr.Column(scale=3, min_width=300, elem_id="dh-story"):
                plan = gr.HTML()
                steps = gr.HTML()
        # Past the queue: Stop must not wait behind anything, nor the page behind a run.
        direct: dict[str, Any] = {
            "queue": False,
            "show_progress": "hidden",
            "api_visibility": "private",
        }
        gr.on([run.click, task.submit], page.run, [task, steps_limit, dry_run], **direct)
        stop.click(page.stop, **direct)
        outputs = [state, picture, plan, steps, run, shown]
        gr.Timer(_TICK).tick(page.tick, shown, outputs, **direct)
    return blocks


def _settings(desktop_name: str) -> tuple[gr.Slider, gr.Checkbox]:
    import gradio as gr

    with gr.Accordion("Settings", open=False):
        limit = gr.Slider(1, 100, DEFAULT_STEPS, step=1, label="Maximum steps")
        dry_run = gr.Checkbox(label="Dry run", info="Decide, but touch neither mouse nor keyboard.")
        gr.Textbox(desktop_name, label="Desktop in use", interactive=False)
    return limit, dry_run


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
    require_password(host, password)
    require_port(host, port)
    with ExitStack() as stack:
        name = _desktop(stack)
        if session is None:
            from agent import session as runs  # loads what only runs need

            session = runs.Session()
        blocks = build(session, desktop_name=name)
        launch(blocks, port, host, password)
        stack.callback(blocks.close, verbose=False)
        stack.callback(session.stop, "the end of the panel")
        address = f"http://{host}:{port}"
        print(f"Deskhand's panel: {address}   (Ctrl+C ends it)", flush=True)
        # On a virtual desktop the page would open where the agent works, and be in its way.
        if open_browser and desktop.HERE not in os.environ:
            webbrowser.open(address)
        blocks.block_thread()


def launch(blocks: gr.Blocks, port: int, host: str, password: str | None) -> None:
    """Start the server and return."""
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    # A web page of elsewhere that has its name point at this machine must not reach the panel.
    hosts = ["127.0.0.1", "localhost", "::1", "[::1]", host] if is_loopback(host) else ["*"]
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
        app_kwargs={"middleware": [Middleware(TrustedHostMiddleware, allowed_hosts=hosts)]},
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


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_password(host: str, password: str | None) -> None:
    if not is_loopback(host) and not password:
        raise AgentError(
            f"Other machines could reach the panel at {host} and use this desktop.",
            "Give a password (DESKHAND_PASSWORD, or --password), or leave --host out.",
        )


def require_port(host: str, port: int) -> None:
    """Raise AgentError when the panel cannot listen there, with what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise AgentError(*_why_not(problem, host, port)) from problem


def _why_not(problem: OSError, host: str, port: int) -> tuple[str, str]:
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program.", f"Choose another: --port {port + 1}"
    if problem.errno == errno.EACCES:
        return f"Port {port} is reserved for the system.", "Choose one above 1023: --port 7860"
    return f"The panel cannot listen on {host}, port {port}: {problem.strerror}.", "See --host."
