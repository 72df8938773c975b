"""The memory of this machine: how much there is and how much is free now, in RAM and on the GPU."""

from __future__ import annotations

import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_NVIDIA = "nvidia-smi"
_QUERY = "--query-gpu=name,memory.total,memory.free"
_SECONDS = 10.0
_MEBIBYTE = 1 << 20
_LIMIT = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Gpu:
    """A graphics card. Bytes; `free` is what no program holds now."""

    name: str
    total: int
    free: int


@dataclass(frozen=True, slots=True)
class Machine:
    """Bytes of RAM, and the GPU that llama.cpp can put layers on; None when there is none."""

    ram_total: int
    ram_free: int
    gpu: Gpu | None = None

    @property
    def gpu_free(self) -> int:
        return self.gpu.free if self.gpu else 0


def this_machine() -> Machine:
    """What is there and what is free at this moment; other programs' memory is not free.

    A GPU counts only when the language model's library was built for one.
    """
    import psutil

    memory = psutil.virtual_memory()
    total, free = int(memory.total), int(memory.available)
    if (limit := _container_limit()) is not None:
        total, free = min(total, limit[0]), min(free, limit[1])
    return Machine(total, free, _gpu())


def machine_key() -> str:
    """What tells this machine from another one where results are kept: cores, RAM, GPU."""
    import psutil

    gpu = _gpu()
    ram = round(psutil.virtual_memory().total / 1e9)
    cores = psutil.cpu_count() or 1
    return f"{platform.machine()}, {cores} cores, {ram} GB, {gpu.name if gpu else 'no GPU'}"


def parse_nvidia(text: str) -> Gpu | None:
    """The card with the most free memory, from what nvidia-smi prints as CSV in MiB."""
    cards = []
    for line in text.splitlines():
        name, _, numbers = line.strip().partition(",")
        total, _, free = (part.strip() for part in numbers.partition(","))
        if total.isdigit() and free.isdigit():
            cards.append(Gpu(name, int(total) * _MEBIBYTE, int(free) * _MEBIBYTE))
    return max(cards, key=lambda card: card.free, default=None)


def _gpu() -> Gpu | None:
    if shutil.which(_NVIDIA) is None:
        return None
    try:
        done = subprocess.run(
            [_NVIDIA, _QUERY, "--format=csv,noheader,nounits"],
            capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None  # A driver that does not answer offers no GPU.
    card = parse_nvidia(done.stdout) if done.returncode == 0 else None
    if card is None:
        return None
    from models.runtime.llama import offloads  # Only here: it loads the library of llama.cpp.

    return card if offloads() else None


def _container_limit() -> tuple[int, int] | None:
    """The most memory that this container may hold, and what of it is left; None without one."""
    try:
        most = int((_LIMIT / "memory.max").read_text())
        held = int((_LIMIT / "memory.current").read_text())
        pages = (_LIMIT / "memory.stat").read_text().splitlines()
    except (OSError, ValueError):  # No container, or "max": no limit.
        return None
    cached = next((int(line.split()[1]) for line in pages if line.startswith("file ")), 0)
    return most, max(0, most - held + cached)
