"""The text of a task, as everything behind it relies on: not empty, real text, no control signs."""

from __future__ import annotations

from agent.errors import AgentError

# Neither a keyboard nor every model's vocabulary has them, and the end of a C string is one.
_UNWRITABLE = {n: None for n in (*range(0x20), *range(0x7F, 0xA0)) if chr(n) not in "\t\n\x85"}
_CHANGED = str.maketrans({**_UNWRITABLE, "\r": "\n", "\x85": "\n"})


def readable_task(task: str) -> str:
    """The task without control characters, line ends as "\\n".

    Raises:
        AgentError: nothing is left, or it is no text.
    """
    if any("\ud800" <= sign <= "\udfff" for sign in task):
        raise AgentError(
            "The task is not readable text, because the terminal does not use UTF-8.",
            "Set the terminal to UTF-8 (LANG=C.UTF-8) and enter the task again.",
        )
    task = task.replace("\r\n", "\n").translate(_CHANGED)
    if not task.strip():
        raise AgentError("The task is empty.", "Describe what should be done.")
    return task
