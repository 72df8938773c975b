"""Opens ONNX files for onnxruntime on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def open_session(path: Path, threads: int, again: str) -> Any:
    """A session with so many threads of the CPU, 0 for as many as it has. `again` is a sentence
    that says how to make or get the file anew.

    Raises:
        FileNotFoundError: it is not there.
        ValueError: it cannot be read as an ONNX file.
    """
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as errors

    if not path.is_file():
        raise FileNotFoundError(f"There is no {path}. {again}")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    broken = (
        errors.Fail,
        errors.InvalidArgument,  # an empty file
        errors.InvalidGraph,
        errors.InvalidProtobuf,
        errors.NoModel,
    )
    try:
        return onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    except broken as error:
        raise ValueError(f"{path} cannot be read as an ONNX file: {error}. {again}") from error
