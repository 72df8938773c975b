"""The report of failures: one page of HTML with the screenshots, from the kept run folders."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness.jobs import Result

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem;
  color: #1c1c1c; background: #fff }
h2 { margin-top: 2.5rem; border-top: 1px solid #ccc; padding-top: 1rem }
figure { display: inline-block; width: 23rem; margin: 0 1rem 1rem 0; vertical-align: top }
img { width: 100%; border: 1px solid #bbb }
figcaption { font-size: 13px } .why { font-weight: 600; color: #a11 }
"""


def write_report(folder: Path, title: str, results: Sequence[Result]) -> Path:
    """Write index.html for the failures whose records lie in `folder`/records; returns its path.

    Text of screens and tasks is escaped; nothing is loaded from elsewhere.
    """
    failed = [result for result in results if not result.success]
    parts = [_failure(folder, result) for result in failed]
    return write_page(
        folder, title, f"<p>{len(failed)} of {len(results)} not done.</p>{''.join(parts)}"
    )


def write_page(folder: Path, title: str, body: str, style: str = "") -> Path:
    """Write index.html with this body, which is HTML, and more rules of CSS; returns its path."""
    page = (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>"
        f"<title>{html.escape(title)}</title><style>{_STYLE}{style}</style>"
        f"<h1>{html.escape(title)}</h1>{body}"
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8")
    return path


def _failure(folder: Path, result: Result) -> str:
    said = f"{result.outcome}: {result.note}" if result.note else result.outcome
    parts = [
        f"<h2>{html.escape(_heading(result))}</h2>"
        f"<p><span class=why>{html.escape(result.failure)}</span> — {html.escape(said)} "
        f"({result.steps} steps, {result.seconds:.0f} s)</p>"
    ]
    record = folder / "records" / result.record
    if not result.record or not record.is_dir():
        return parts[0]
    task = json.loads((record / "task.json").read_text("utf-8"))["task"]
    parts.append(f"<p>{html.escape(task)}</p>")
    for values in sorted(record.glob("step-???.json")):
        step = json.loads(values.read_text("utf-8"))
        effect = step["effect"]
        caption = f"{step['step']}. {step['description']} → {effect['kind']}: {effect['evidence']}"
        parts.append(_figure(values.with_suffix(".png").relative_to(folder), caption))
    if (record / "final.png").exists():
        parts.append(_figure((record / "final.png").relative_to(folder), "At the end"))
    return "".join(parts)


def _heading(result: Result) -> str:
    wording = f", wording {result.wording}" if result.wording else ""
    return f"{result.task}, seed {result.seed}{wording}"


def _figure(picture: Path, caption: str) -> str:
    source = html.escape(picture.as_posix())
    return (
        f"<figure><a href='{source}'><img loading=lazy src='{source}' alt=''></a>"
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
    )
