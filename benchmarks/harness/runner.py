"""Hands jobs to worker processes, and goes on when one of them breaks."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent.desktop import xserver
from benchmarks.harness.jobs import Job, Options, Result

# In the environment of a worker and of all that it starts: what has it ends with the worker.
MARK = "DESKHAND_BENCH"


class WorkerBroke(RuntimeError):
    """A worker ended, or said nothing for too long. Says which."""


class Worker:
    """One worker process. `ask` waits for its answer; afterwards `usable` says whether it can do
    another job."""

    def __init__(self, name: str, options: Options, records: Path | None, log: Path) -> None:
        self.usable = True
        self._mark = uuid.uuid4().hex
        # All that the worker and its programs put aside, such as profiles of browsers, lies here.
        self._folder = Path(tempfile.mkdtemp(prefix="dhw"))
        self._patience = options.seconds + options.patience
        self._lines: queue.Queue[str] = queue.Queue()
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.harness.worker", name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                env={**os.environ, MARK: self._mark, "TMPDIR": str(self._folder)},
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl+C is for us: we end our workers ourselves.
            )
        threading.Thread(target=self._read, daemon=True).start()
        self._send(
            {"options": options.as_plain(), "records": None if records is None else str(records)}
        )

    def ask(self, job: Job) -> Result:
        """The result of a job. Raises WorkerBroke; the worker can then only be ended."""
        self._send(asdict(job))
        try:
            line = self._lines.get(timeout=self._patience)
        except queue.Empty:
            raise WorkerBroke(f"it said nothing for {self._patience:.0f} s") from None
        if not line:
            code = self._process.wait()
            raise WorkerBroke(f"the worker ended by itself (exit code {code})")
        answer = json.loads(line)
        self.usable = bool(answer["usable"])
        return Result.from_plain(answer["result"])

    def end(self) -> None:
        """End the worker, its desktop and every program that was started for it; its temporary
        files go too."""
        with contextlib.suppress(BrokenPipeError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        xserver.end_marked(MARK, self._mark, self._folder, spare=())
        shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """End the worker's own process at once, whoever waits for its answer; `end` must follow."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _send(self, values: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        # A broken pipe shows as the end of its answers, with an exit code.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(values, ensure_ascii=False) + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")


def run_jobs(
    name: str,
    jobs: Iterable[Job],
    options: Options,
    *,
    workers: int,
    log: Path,
    tell: Callable[[Result], None],
    records: Path | None = None,
) -> None:
    """Do all jobs of the benchmark `name` and tell each result, in the order in which they end.

    A job whose worker breaks counts as a failure of the harness, and a new worker goes on. At the
    end, also by an exception, no process is left. `log` collects what workers print.
    """
    crew = _Crew(lambda: Worker(name, options, records, log), jobs)
    threads = [
        threading.Thread(target=crew.serve, daemon=True)
        for _ in range(max(1, min(workers, crew.waiting.qsize())))
    ]
    try:
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            # With a timeout, so that Ctrl+C is noticed while waiting.
            with contextlib.suppress(queue.Empty):
                result = crew.results.get(timeout=0.5)
                if result is None:
                    running -= 1
                elif isinstance(result, BaseException):
                    raise result
                else:
                    tell(result)
    finally:
        crew.dismiss()
        for thread in threads:
            thread.join()


class _Crew:
    """What the threads share: each has one worker at a time and takes jobs until none waits."""

    def __init__(self, hire: Callable[[], Worker], jobs: Iterable[Job]) -> None:
        self._hire = hire
        self._over = threading.Event()
        self._hired: set[Worker] = set()
        self._lock = threading.Lock()
        self.waiting: queue.Queue[Job] = queue.Queue()
        for job in jobs:
            self.waiting.put(job)
        # None: a thread has ended.
        self.results: queue.Queue[Result | BaseException | None] = queue.Queue()

    def serve(self) -> None:
        worker: Worker | None = None
        try:
            while (job := self._next()) is not None:
                if worker is None or not worker.usable:
                    self._end(worker)
                    worker = self._begin()
                try:
                    self.results.put(worker.ask(job))
                except WorkerBroke as broke:
                    self._end(worker)
                    worker = None
                    if not self._over.is_set():
                        note = f"The worker broke: {broke}"
                        self.results.put(Result.of_harness(job, note))
        except Exception as problem:
            self.results.put(problem)
        finally:
            self._end(worker)
            self.results.put(None)

    def dismiss(self) -> None:
        """Let no thread begin another job, and end the jobs that go on."""
        self._over.set()
        with self._lock:
            for worker in self._hired:
                worker.kill()

    def _next(self) -> Job | None:
        if self._over.is_set():
            return None
        try:
            return self.waiting.get_nowait()
        except queue.Empty:
            return None

    def _begin(self) -> Worker:
        with self._lock:
            worker = self._hire()
            self._hired.add(worker)
        return worker

    def _end(self, worker: Worker | None) -> None:
        if worker is not None:
            worker.end()
            with self._lock:
                self._hired.discard(worker)
