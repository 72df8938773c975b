"""The tables of the speed of a machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence

from benchmarks.harness.jobs import Options, Result
from benchmarks.reports.tables import table

_FRAMES = "frames-"
_MADE = {
    "engines": "engines loaded",
    "cold": "cold",
    "unchanged": "unchanged",
    "line": "one line changed",
    "window": "new window",
    "cold_ocr": "cold: OCR",
    "cold_detect": "detector",
    "cold_shapes": "shapes",
    "cold_merge": "merge",
}
_CALLED = {"ours": "Deskhand", "bare": "llama-cpp-python"}
_WORDS = {
    "load": "load, s",
    "prompt_tokens": "prompt tokens",
    "prompt_rate": "prompt tokens/s",
    "plain_rate": "generated tokens/s",
    "grammar_rate": "the same with grammar",
    "reply": "prompt and reply with grammar, s",
    "choice_tokens": "prompt tokens of a choice",
    "choice": "choice among suggestions, s",
}
_TOKENS = ("prompt_tokens", "choice_tokens")


def tables(results: Sequence[Result], options: Options) -> str:
    """Frames by size, the model beside the bare library, memory and the first action."""
    known = {result.task: result.figures for result in results if result.success}
    parts = [
        f"Speed on {platform.machine()} with {_cores()} cores; model {options.model}, "
        f"{options.ocr}. Medians of three, for the language model of six; weights are in the disk "
        "cache."
    ]
    frames = {name: figures for name, figures in known.items() if name.startswith(_FRAMES)}
    if frames:
        parts += ["**Seconds per frame** (dense page in a browser)", _frames(frames)]
    if "model" in known:
        parts += ["**Language model**", _model(known["model"])]
    parts += [sentence for sentence in (_memory(known), _first_action(known)) if sentence]
    parts += [f"{r.task} could not be measured: {r.note}" for r in results if not r.success]
    return "\n\n".join(parts)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _frames(frames: Mapping[str, Mapping[str, float]]) -> str:
    def area(name: str) -> int:
        width, height = name.removeprefix(_FRAMES).split("x")
        return int(width) * int(height)

    rows = [
        (
            name.removeprefix(_FRAMES).replace("x", "×"),
            *(f"{frames[name][figure]:.2f}" for figure in _MADE),
            f"{frames[name]['elements']:.0f}",
        )
        for name in sorted(frames, key=area)
    ]
    return table(("size", *_MADE.values(), "elements"), rows)


def _model(found: Mapping[str, float]) -> str:
    rows = [
        (called, *(_number(figure, found[f"{name}_{figure}"]) for figure in _WORDS))
        for name, called in _CALLED.items()
    ]
    apart = {
        figure: found[f"ours_{figure}"] / found[f"bare_{figure}"] - 1
        for figure in _WORDS
        if figure not in _TOKENS
    }
    rows.append(("difference", *(f"{apart[f]:+.0%}" if f in apart else "" for f in _WORDS)))
    lost = found["ours_grammar_rate"] / found["ours_plain_rate"] - 1
    return (
        f"{table(('', *_WORDS.values()), rows)}\n\nWith the grammar of a step Deskhand writes "
        f"{lost:+.0%} tokens per second: those that the grammar leaves no choice about count, and "
        "are not computed one by one."
    )


def _number(figure: str, value: float) -> str:
    return f"{value:.0f}" if figure in _TOKENS else f"{value:.1f}"


def _memory(known: Mapping[str, Mapping[str, float]]) -> str:
    if "memory" not in known:
        return ""
    found = known["memory"]
    return (
        f"Peak memory: {found['peak']:,.0f} MB for everything and one frame of 1920×1080; "
        f"{found['model']:,.0f} MB with the language model alone."
    )


def _first_action(known: Mapping[str, Mapping[str, float]]) -> str:
    if "first-action" not in known:
        return ""
    found = known["first-action"]
    return (
        f"From Run to the first action (a small form, 1280×800): {found['cold']:.1f} s in a new "
        f"process, {found['warm']:.1f} s after that."
    )
