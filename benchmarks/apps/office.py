"""Tasks in one program of LibreOffice."""

from __future__ import annotations

from benchmarks.apps import sheets, slides, writer

TASKS = {**writer.TASKS, **sheets.TASKS, **slides.TASKS}
