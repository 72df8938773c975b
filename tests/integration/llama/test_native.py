"""What llama.cpp needs from its caller: instructions that the processor only claims to have."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import llama_cpp.llama_cpp as c
import pytest

from models.runtime.llama import LlamaModel
from models.runtime.llm import Message
from models.runtime.native import has_amx
from tests.support.tiny_gguf import write_language

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    ("said", "has"),
    [(b"CPU : AVX2 = 1 | AMX_INT8 = 1 | REPACK = 1 | ", True), (b"AVX2 = 1", False)],
)
def test_amx_is_read_from_what_the_library_was_compiled_for(said: bytes, has: bool):
    assert has_amx(SimpleNamespace(llama_print_system_info=lambda: said)) is has


@pytest.mark.parametrize("amx", [True, False])
def test_with_amx_weights_are_not_laid_out_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amx: bool
):
    taken: list[bool] = []
    load = c.llama_model_load_from_file

    def loading(path: bytes, params: c.llama_model_params) -> object:
        taken.append(params.use_extra_bufts)
        return load(path, params)

    monkeypatch.setattr(c, "llama_model_load_from_file", loading)
    monkeypatch.setattr("models.runtime.llama.has_amx", lambda _: amx)
    model = LlamaModel(write_language(tmp_path / "m.gguf"), 512, threads=1)
    assert taken == [not amx]
    assert model.complete([Message("user", "abc")], max_tokens=2).new_tokens
    model.close()
