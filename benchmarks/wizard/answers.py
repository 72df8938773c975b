"""Questions to the running wizard, through a socket beside its log: what its state is, and what it
shows. Its own event loop answers, also while a dialog is open."""

from __future__ import annotations

import contextlib
import json
import socket
import tkinter as tk
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from benchmarks.wizard.inspector import Inspector
    from benchmarks.wizard.journal import Journal

Question = Literal["state", "truth"]
_PATIENCE = 20.0  # seconds; the window may be busy drawing


def address(log: Path) -> str:
    """The socket of the wizard that writes this log."""
    return f"{log}.sock"


class Answers:
    """The wizard's side."""

    def __init__(self, root: tk.Tk, log: Path, journal: Journal, inspector: Inspector) -> None:
        self._root, self._journal, self._inspector = root, journal, inspector
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(address(log))
        self._socket.listen(8)
        # Called by Tk's own loop: Tk may only be used from one thread.
        root.tk.createfilehandler(self._socket, tk.READABLE, self._answer)

    def close(self) -> None:
        self._socket.close()

    def _answer(self, *_: object) -> None:
        caller, _from = self._socket.accept()
        # Whoever goes away without waiting for the answer needs none.
        with caller, contextlib.suppress(OSError):
            caller.settimeout(_PATIENCE)
            question = caller.makefile("r").readline().strip()
            said: Any
            if question == "truth":
                self._root.update_idletasks()
                said = self._inspector.elements()
            else:
                said = [[*key, value] for key, value in self._journal.values.items()]
            caller.sendall(json.dumps(said).encode())


def ask(log: Path, question: Question) -> Any:
    """The wizard's answer, as values of JSON. May be called from any thread.

    Raises:
        ConnectionError, FileNotFoundError: it does not run.
        TimeoutError: it does not answer.
    """
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_PATIENCE)
        line.connect(address(log))
        line.sendall(f"{question}\n".encode())
        said = b""
        while part := line.recv(65536):
            said += part
    if not said:
        raise ConnectionResetError("the wizard ended before it answered")
    return json.loads(said)
