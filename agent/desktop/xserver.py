"""Processes of the virtual desktop: X server, message bus, window manager; their start and end."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import psutil

from agent.errors import DisplayError
from vision.capture.x11 import open_display, window_property

PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "dbus-daemon": "dbus", "xclip": "xclip"}
_BACKGROUND = 0x3A6EA5
_START_SECONDS = 10.0
# A process that began within so many seconds of the time noted is the one noted.
_SAME = 1.0
# In the desktop's folder: which display is its own.
_DISPLAY_NOTE = "display"


def missing_programs() -> dict[str, str]:
    """Programs of the virtual desktop that are not installed, with their Debian packages."""
    return {name: package for name, package in PROGRAMS.items() if shutil.which(name) is None}


def require_programs() -> None:
    missing = missing_programs()
    if missing:
        raise DisplayError(
            f"The virtual desktop needs programs that are not installed: {', '.join(missing)}.",
            f"Install them: apt install {' '.join(missing.values())}",
        )


def environment(display: str, folder: Path) -> dict[str, str]:
    """The variables that put a program on the desktop `display` with the folder `folder`."""
    return {
        "DISPLAY": display,
        "XAUTHORITY": str(folder / "Xauthority"),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'bus'}",
        "XDG_RUNTIME_DIR": str(folder / "runtime"),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }


def start_xvfb(
    folder: Path, size: tuple[int, int], display: str | None, mark: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], str]:
    """Start the X server; returns it and its display. Local connections of this user only."""
    (folder / "Xauthority").touch(mode=0o600)
    (folder / "runtime").mkdir(mode=0o700)
    reading, writing = os.pipe()
    argv = ["Xvfb", *([display] if display else []), "-displayfd", str(writing)]
    argv += ["-screen", "0", f"{size[0]}x{size[1]}x24", "-dpi", "96"]
    # Without -noreset the keyboard setting below is lost when the last program leaves.
    argv += ["-nolisten", "tcp", "-noreset"]
    try:
        server = _start(argv, folder, mark, pass_fds=(writing,))
    finally:
        os.close(writing)
    try:
        number = _read_line(reading, _START_SECONDS)
    finally:
        os.close(reading)
    if not number:
        server.kill()
        server.wait()
        raise _did_not_start("Xvfb", folder)
    name = f":{number}"
    (folder / _DISPLAY_NOTE).write_text(name)
    try:
        _set_up(name)
    except BaseException:
        server.kill()
        server.wait()
        raise
    return server, name


def _read_line(descriptor: int, seconds: float) -> str:
    """What is written until the first line end; '' when the writer ends or time is up."""
    end = time.monotonic() + seconds
    text = b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        piece = os.read(descriptor, 64) if ready else b""
        if not piece:
            return ""
        text += piece
    return text.decode().strip()


def _set_up(name: str) -> None:
    """Background, keyboard and access rights of a new display."""
    from Xlib import X

    display = open_display(name)
    try:
        # Only this user may connect, who then needs no cookie; by default every local user may.
        user = f"localuser\0#{os.getuid()}".encode()
        display.change_hosts(X.HostInsert, X.FamilyServerInterpreted, list(user))
        root = display.screen().root
        root.change_attributes(background_pixel=_BACKGROUND)
        root.clear_area()
        # Key 94 carries "<" unshifted and keyboards without it show it on the comma key: typing
        # programs then choose key 94 with Shift, and ">" arrives.
        columns = len(display.get_keyboard_mapping(94, 1)[0])
        display.change_keyboard_mapping(94, [[0] * columns])
        display.sync()
    finally:
        display.close()


def start_bus(folder: Path, display: str, mark: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start the session's message bus and wait until it listens."""
    bus = folder / "bus"
    argv = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={bus}"]
    process = _start(argv, folder, {**environment(display, folder), **mark})
    end = time.monotonic() + _START_SECONDS
    while not bus.exists():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            process.wait()
            raise _did_not_start("dbus-daemon", folder)
        time.sleep(0.01)
    return process


def start_window_manager(
    folder: Path, display: str, mark: Mapping[str, str], settings: str
) -> subprocess.Popen[bytes]:
    """Start openbox with these settings (agent.desktop.openbox)."""
    file = folder / "openbox.xml"
    file.write_text(settings, encoding="utf-8")
    argv = ["openbox", "--sm-disable", "--config-file", str(file)]
    # It keeps a log in its cache.
    own = {**environment(display, folder), "XDG_CACHE_HOME": str(folder / "cache"), **mark}
    return _start(argv, folder, own)


def wait_for_window_manager(name: str, manager: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until a window manager answers on the display: one that has only announced itself does
    not show the windows that are opened meanwhile."""
    from Xlib import X
    from Xlib.protocol import event

    display = open_display(name)
    try:
        root = display.screen().root
        unseen = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        # Asks how wide the frame of a window would be.
        kind = display.intern_atom("_NET_REQUEST_FRAME_EXTENTS")
        ask = event.ClientMessage(window=unseen, client_type=kind, data=(32, [0] * 5))
        end = time.monotonic() + _START_SECONDS
        while window_property(display, unseen, "_NET_FRAME_EXTENTS") is None:
            if manager.poll() is not None or time.monotonic() > end:
                raise _did_not_start("openbox", folder)
            root.send_event(ask, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
            display.sync()
            time.sleep(0.01)
    finally:
        display.close()


def start_guard(folder: Path, name: str) -> subprocess.Popen[bytes]:
    """A small process that ends the desktop with this folder when ours is gone, however it went:
    every program whose environment has `name` = the folder, and what they leave.

    It waits for the end of a pipe that only this process holds open. To be started before them.
    """
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from agent.desktop.xserver import clean_up; clean_up(*sys.argv[2:])"
    )
    script = 'read -r _; "$0" -c "$1" "$2" "$3" "$4"; rm -rf "$4"'
    own = str(Path(__file__).parents[2])
    return subprocess.Popen(
        ["/bin/sh", "-c", script, sys.executable, code, own, name, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def clean_up(name: str, folder: str) -> None:
    """End what is left of a desktop whose owner is gone; its programs before its X server, which
    then takes its lock and socket away itself."""
    own = {p.pid for p in marked(name, folder, Path(folder)) if _argv(p)[:1] == ["Xvfb"]}
    end_marked(name, folder, Path(folder), spare=own)
    end_marked(name, folder, Path(folder), spare=())
    noted = Path(folder, _DISPLAY_NOTE)
    if noted.exists():
        remove_lock(noted.read_text())


def _start(
    argv: list[str], folder: Path, variables: Mapping[str, str], pass_fds: Collection[int] = ()
) -> subprocess.Popen[bytes]:
    with (folder / f"{argv[0]}.log").open("ab") as log:
        return subprocess.Popen(
            argv,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=tuple(pass_fds),
            start_new_session=True,  # Ctrl+C in the terminal must not take the desktop away first
        )


def _did_not_start(program: str, folder: Path) -> DisplayError:
    log = folder / f"{program}.log"
    lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
    said = f" Its last messages: {' '.join(lines[-3:])}" if lines else ""
    return DisplayError(f"The virtual desktop did not start: {program} failed.{said}")


def end(processes: Sequence[psutil.Process], grace: float = 1.5) -> None:
    """End the processes in order, each asked first and killed when it does not go in `grace` s."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    stubborn = _wait(processes, grace)
    for process in stubborn:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    _wait(stubborn, grace)


def _wait(processes: Sequence[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Those that still run after `seconds`; returns as soon as none does."""
    end_of_wait = time.monotonic() + seconds
    remaining = [process for process in processes if runs(process)]
    while remaining and time.monotonic() < end_of_wait:
        time.sleep(0.01)
        remaining = [process for process in remaining if runs(process)]
    return remaining


def runs(process: psutil.Process) -> bool:
    """Whether the process runs. One that has ended but was not collected by its parent does not:
    psutil.wait_procs would wait for it as long as it may."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def lives(number: int, created: float) -> bool:
    """Whether the process with this number that began at `created` (seconds since the epoch) still
    runs; another one may have got its number."""
    try:
        process = psutil.Process(number)
        return abs(process.create_time() - created) < _SAME and runs(process)
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True  # Another user's: it cannot be known to be another one.


def own_process() -> list[float]:
    """The number of this process and the time when it began: no other process ever has both."""
    process = psutil.Process()
    return [process.pid, process.create_time()]


def end_marked(name: str, value: str, folder: Path, spare: Collection[int]) -> None:
    """End every process that is `marked`, also those that appear meanwhile; not this process, its
    ancestors and `spare`."""
    kept = {os.getpid(), *(parent.pid for parent in psutil.Process().parents()), *spare}
    for _ in range(5):
        found = [process for process in marked(name, value, folder) if process.pid not in kept]
        if not found:
            return
        end(found)


def marked(name: str, value: str, folder: Path) -> list[psutil.Process]:
    """The processes whose environment has `name` = `value`, or that were given a folder in `folder`
    as the value of an option: Chromium writes over its environment, but not its profile's name."""
    option = f"={folder}"
    return [
        process
        for process in psutil.process_iter()
        if _variable(process, name) == value or any(option in said for said in _argv(process))
    ]


def _variable(process: psutil.Process, name: str) -> str | None:
    try:
        value: str | None = process.environ().get(name)
        return value
    except (psutil.Error, OSError):
        return None  # gone, a kernel thread, or another user's


def _argv(process: psutil.Process) -> list[str]:
    try:
        said: list[str] = process.cmdline()
        return said
    except (psutil.Error, OSError):
        return []


def remove_lock(display: str) -> None:
    """Remove the lock and the socket that a killed X server leaves; a living one keeps them."""
    number = display.removeprefix(":").split(".")[0]
    place = Path("/tmp")  # X servers use it whatever TMPDIR says
    path = place / ".X11-unix" / f"X{number}"
    with socket.socket(socket.AF_UNIX) as connection:
        if path.exists() and connection.connect_ex(str(path)) == 0:
            return
    # A server that begins under this number has its lock before its socket.
    lock = place / f".X{number}-lock"
    if _has_living_owner(lock):
        return
    path.unlink(missing_ok=True)
    lock.unlink(missing_ok=True)


def _has_living_owner(lock: Path) -> bool:
    try:
        return runs(psutil.Process(int(lock.read_text("ascii"))))
    except (OSError, ValueError, psutil.Error):
        return False
