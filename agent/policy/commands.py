"""Commands that a model writes for a terminal: only those that read, and write where the task says.

"Count the lines with ERROR in backup.log and put the number into errors.txt" is one such command.
Nothing that deletes, moves, runs or downloads something, and nothing that writes over a file.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from agent.task.literals import mentions

_READS = frozenset(
    (
        *("awk", "basename", "bc", "cal", "cat", "cmp", "comm", "column", "cut", "date", "df"),
        *("diff", "dirname", "du", "echo", "egrep", "expand", "expr", "fgrep", "file", "find"),
        *("fmt", "fold", "grep", "head", "join", "ls", "md5sum", "nl", "paste", "printf", "pwd"),
        *("free", "hostname", "id", "ps", "rev", "sed", "seq", "sha256sum", "sort", "stat", "tac"),
        *("tail", "tr", "tree", "uname", "uniq", "uptime", "wc", "which", "who", "whoami"),
    )
)
_MAKES = frozenset(("mkdir", "touch", "cp"))
_JOINS = frozenset(("|", "&&", ";"))
_WRITES = frozenset((">", ">>"))
_LONGEST = 300
# Runs something, wherever it stands.
_RUNS = re.compile(r"[`\n\\]|\$[({a-zA-Z_]|<\(|>\(|<<")
# What makes a command that reads do something else; a long option may be cut short.
_DOES = {
    "find": re.compile(r"-(?:delete|exec|execdir|ok|okdir|fprint\w*|fls)\b"),
    "awk": re.compile(r"system|getline|\||>|(?:^|\s)-(?![Fv])"),
    "sort": re.compile(r"(?:^|\s)(?:-\w*o|--o|--c)"),
    "tree": re.compile(r"(?:^|\s)-\w*o"),
    "file": re.compile(r"(?:^|\s)(?:-\w*C|--c)"),
    "date": re.compile(r"(?:^|\s)(?!\+)\S"),
    "hostname": re.compile(r"\S"),
}
# Options with which something is made; others may take other names for its goal.
_MAKING = re.compile(r"-[aprRvn]+")
# Printing or leaving out lines, and replacing words in what is printed.
_SED = re.compile(
    r"(?:\d+|\$|/[^/]*/)?(?:,(?:\d+|\$))?[pd]|s(?P<by>\W)(?:(?!(?P=by)).)*(?P=by)(?:(?!(?P=by)).)*(?P=by)[gI\d]*"
)
_NOWHERE = "/dev/null"


def made_by(command: str, task: str) -> tuple[str, ...] | None:
    """What a command makes or adds to, where it only reads besides, and makes only what the task
    names and what is not there yet; None for any other command."""
    if len(command) > _LONGEST or _RUNS.search(command):
        return None
    try:
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>")
        lexer.whitespace_split = True
        tokens = list(lexer)
    except ValueError:
        return None  # a quotation mark without an end
    made: list[str] = []
    plain: list[list[str]] = [[]]
    while tokens:
        token = tokens.pop(0)
        if token in (*_WRITES, "<"):
            name = tokens.pop(0) if tokens else ""
            if token in _WRITES and not _may_be_written(name, task, adds=token == ">>"):
                return None
            made += [name] if token in _WRITES and name != _NOWHERE else []
        elif token in _JOINS:
            plain.append([])
        elif re.fullmatch(r"[|&;<>]+", token):
            return None
        else:
            plain[-1].append(token)
    each = [_made(words, task) for words in plain]
    return None if None in each else (*made, *(name for names in each if names for name in names))


def may_be_run(command: str, task: str) -> bool:
    """Whether a command that a model wrote does nothing but that."""
    return made_by(command, task) is not None


def _made(words: Sequence[str], task: str) -> list[str] | None:
    """What one program makes; None where it may do something else."""
    if not words:
        return None
    program, *rest = words
    names = [word for word in rest if not word.startswith("-")]
    if program in _READS:
        return [] if _only_reads(program, rest, names) else None
    if program not in _MAKES:
        return None
    if any(not _MAKING.fullmatch(word) for word in rest if word.startswith("-")):
        return None
    made = names[-1:] if program == "cp" else names
    if program == "cp" and len(names) > 1 and Path(names[-1]).expanduser().is_dir():
        made = [f"{names[-1]}/{Path(name).name}" for name in names[:-1]]
    # A folder or file that is there already stays as it is; only a copy would replace it.
    kept = program != "cp"
    allowed = bool(made) and all(_may_be_written(name, task, adds=kept) for name in made)
    return made if allowed else None


def _only_reads(program: str, rest: Sequence[str], names: Sequence[str]) -> bool:
    if program == "sed":
        options = {word for word in rest if word.startswith("-")}
        return options <= {"-n", "-E", "-r"} and bool(names) and bool(_SED.fullmatch(names[0]))
    if program == "uniq" and len(names) > 1:
        return False  # It writes into the second.
    does = _DOES.get(program)
    return does is None or not does.search(" ".join(rest))


def _may_be_written(name: str, task: str, *, adds: bool) -> bool:
    """Whether the task names a file, and nothing is written over: only of a whole path is it known
    what is there."""
    path = Path(name).expanduser()
    if name == _NOWHERE:
        return True
    if not name or not mentions(task, path.name) or re.search(r"[*?\[\]{}]", name):
        return False
    empty = path.is_file() and not path.stat().st_size
    return adds or (path.is_absolute() and (empty or not path.exists()))
