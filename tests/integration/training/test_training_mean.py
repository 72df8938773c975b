"""The mean of two detectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from training.detector.mean import mean


def network(path: Path, weights: list[list[float]]) -> Path:
    """A network that multiplies by a matrix."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    matrix = numpy_helper.from_array(np.array(weights, np.float32), "weights")
    size = numpy_helper.from_array(np.array([1, -1], np.int64), "size")
    given, told = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, None]) for name in ("x", "y")
    )
    nodes = [
        helper.make_node("MatMul", ["x", "weights"], ["product"]),
        helper.make_node("Reshape", ["product", "size"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "net", [given], [told], [matrix, size])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, path)
    return path


def answer(path: Path) -> NDArray[np.float32]:
    import onnxruntime

    session = onnxruntime.InferenceSession(path)
    return np.asarray(session.run(None, {"x": np.array([[1, 1]], np.float32)})[0])


@pytest.mark.parametrize(("share", "expected"), [(0, [3, 5]), (0.75, [6, 11]), (1, [7, 13])])
def test_the_weights_lie_between(tmp_path: Path, share: float, expected: list[float]) -> None:
    one = network(tmp_path / "1.onnx", [[1, 2], [2, 3]])
    two = network(tmp_path / "2.onnx", [[3, 6], [4, 7]])
    out = mean(one, two, share, tmp_path / "mean.onnx")
    np.testing.assert_allclose(answer(out), [expected], atol=1e-6)
    np.testing.assert_allclose(answer(two), [[7, 13]], err_msg="the second one stays as it is")


def test_networks_that_do_not_match_are_refused(tmp_path: Path) -> None:
    one = network(tmp_path / "1.onnx", [[1, 2], [2, 3]])
    two = network(tmp_path / "2.onnx", [[1, 2, 3], [2, 3, 4]])
    with pytest.raises(ValueError, match="no weights like that of"):
        mean(one, two, 0.5, tmp_path / "mean.onnx")
    with pytest.raises(ValueError, match="from 0 to 1"):
        mean(one, one, 1.5, tmp_path / "mean.onnx")
    assert not (tmp_path / "mean.onnx").exists()
