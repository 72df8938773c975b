"""Tasks over two to four applications."""

from __future__ import annotations

from benchmarks.apps import across_sums, across_texts

TASKS = {**across_sums.TASKS, **across_texts.TASKS}
