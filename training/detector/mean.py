"""The mean of two detectors, of which one went on where the other one ended: where the later one
learnt much of some pictures and lost a little of others, the mean knows both (weight-space
ensembling of fine-tuned networks, Wortsman et al. 2022, arXiv:2109.01903)."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def mean(first: Path, second: Path, share: float, out: Path) -> Path:
    """Write `out`, an ONNX file whose weights are `share` (0 to 1) of the second file's and else
    of the first one's; all else is the second's. Returns `out`.

    Raises:
        ValueError: the files are of networks of different shapes, or `share` is out of its range.
    """
    import onnx
    from onnx import numpy_helper

    if not 0 <= share <= 1:
        raise ValueError(f"a share is from 0 to 1, not {share}")
    old = {each.name: each for each in onnx.load(first).graph.initializer}
    model = onnx.load(second)
    for each in model.graph.initializer:
        known = old.get(each.name)
        if known is None or known.dims != each.dims or known.data_type != each.data_type:
            raise ValueError(f"{first} has no {each.name} like that of {second}")
        values = numpy_helper.to_array(each)
        if np.issubdtype(values.dtype, np.floating):
            between = numpy_helper.to_array(known) * (1 - share) + values * share
            each.CopyFrom(numpy_helper.from_array(between.astype(values.dtype), each.name))
    onnx.save(model, out)
    return out
