"""What pip prints, read: the steps, and why it failed."""

from __future__ import annotations

import pytest

from models.fetch.pip_install import Step, _failure, _Reader


def read(*lines: str) -> list[Step]:
    steps: list[Step] = []
    reader = _Reader(steps.append)
    for line in lines:
        reader.take(line)
    return steps


def test_steps():
    steps = read(
        "Collecting torch>=2.5",
        "  Downloading torch-2.9.1-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (30 kB)",
        "Collecting numpy",
        "  Using cached numpy-2.4.0-cp311-cp311-manylinux.whl.metadata (60 kB)",
        "Downloading torch-2.9.1-cp311-cp311-manylinux_2_28_x86_64.whl (899.8 MB)",
        "Progress 450000000 of 899800000",
        "Using cached numpy-2.4.0-cp311-cp311-manylinux.whl (16 MB)",
        "Building wheels for collected packages: ninja, other",
        "Installing collected packages: mpmath, numpy, torch",
        "Successfully installed mpmath-1.3.0 numpy-2.4.0 torch-2.9.1",
    )
    assert steps == [
        Step(),
        Step("fetching", "torch", 1),
        Step("fetching", "torch", 1, 450_000_000, 899_800_000),
        Step("fetching", "numpy", 2),
        Step("building", "ninja", 2),
        Step("installing", number=3),
    ]
    assert [step.text for step in steps] == [
        "Finding out which packages are needed",
        "Downloading torch (package 1)",
        "Downloading torch (package 1): 450 of 900 MB",
        "Downloading numpy (package 2)",
        "Building ninja",
        "Installing 3 packages",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
         "the disk is full"),
        ("error: externally-managed-environment", "belongs to the operating system"),
        ("ERROR: ResolutionImpossible: for help visit the page", "conflict with the versions"),
        ("ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/x'",
         "may not write"),
        ("ERROR: Something else", "Something else"),
    ],
)  # fmt: skip
def test_causes(line: str, said: str):
    error = _failure("EasyOCR", 1, ["Collecting easyocr", line, ""])
    assert str(error).startswith("EasyOCR was not installed")
    assert said in str(error)
    assert "pip says: " in str(error)
    assert error.hint


def test_a_death_without_a_word():
    assert "exit code -9" in str(_failure("EasyOCR", -9, []))
