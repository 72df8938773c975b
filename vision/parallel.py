"""Work on several cores. A network of ours is small: two of its runs beside each other, on a core
each, are done sooner than one after the other on two cores. onnxruntime and OpenCV let other
threads of Python go on while they work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from typing import TypeVar

T = TypeVar("T")
S = TypeVar("S")


@cache
def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def half() -> int:
    """Threads of a network that runs beside another one."""
    return max(1, cores() // 2)


def each(work: Callable[[S], T], values: Iterable[S]) -> list[T]:
    """What `work` makes of each value, in their order; the first exception of any is raised.
    `work` must not call this itself."""
    listed = list(values)
    if len(listed) < 2 or cores() == 1:
        return [work(value) for value in listed]
    tasks = [_workers().submit(copy_context().run, work, value) for value in listed]
    return [task.result() for task in tasks]


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Future[T]]:
    """Inside of the block `work` is done in a thread of its own; at its end it is over."""
    with ThreadPoolExecutor(1, thread_name_prefix="beside") as thread:
        yield thread.submit(copy_context().run, work)


@cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix="seeing")
