"""LLaVA run by transformers: a folder as it lies on Hugging Face, with safetensors files."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.catalogue import extras
from models.grammar.gbnf_check import pattern
from models.runtime.errors import ModelError

Picture = NDArray[np.uint8]
CONFIG = "config.json"
_ARCHITECTURE = "LlavaForConditionalGeneration"
_VICUNA = "USER: {pictures}\n{prompt} ASSISTANT:"


class TransformersLlava:
    """A model that is shown pictures, greedy. One call at a time; others wait.

    On a GPU the weights have 4 bits where the package bitsandbytes is installed, else 16; on the
    CPU they are as in the files. Nothing is fetched: all files must lie in `folder`.

    Raises:
        ModelError: the folder holds no LLaVA, it cannot be loaded, or transformers is not here.
    """

    def __init__(self, folder: Path, device: str | None = None) -> None:
        require_llava(folder)
        with extras.using("llava"):
            import torch
            from transformers import AutoProcessor, LlavaForConditionalGeneration

        self.name = folder.name
        self._lock = threading.Lock()
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            # The classes have no types of their own that mypy could use.
            self._processor: Any = AutoProcessor.from_pretrained(folder, local_files_only=True)
            self._processor.tokenizer.padding_side = "left"  # Else a batch goes on behind padding.
            loaded: Any = LlavaForConditionalGeneration.from_pretrained(
                folder, local_files_only=True, **_form(self._device)
            )
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            raise ModelError(
                f"The LLaVA in {folder} cannot be loaded: {_first_line(error)}.",
                "Download all its files again.",
            ) from error
        quantised = getattr(loaded, "is_quantized", False)
        self._model: Any = loaded if quantised else loaded.to(self._device)
        self._model.eval()

    def close(self) -> None:
        """Free the memory. The model cannot be used afterwards."""
        import gc

        with self._lock:
            self._model = None
            gc.collect()
            if self._device != "cpu":
                import torch

                torch.cuda.empty_cache()

    def tell(
        self,
        pictures: Sequence[Picture],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> str | None:
        """One answer to all the pictures: see `vision.icons.vlm_describer.PictureModel`."""
        said = self._answers([list(pictures)], prompt, grammar, max_tokens, stop)
        return said[0] if said is not None else None

    def tell_each(
        self,
        pictures: Sequence[Picture],
        prompt: str,
        *,
        grammar: str | None = None,
        max_tokens: int = 64,
        stop: threading.Event | None = None,
    ) -> list[str] | None:
        """An answer to each picture, computed as one batch; None when `stop` ended it."""
        if not pictures:
            return []
        return self._answers([[one] for one in pictures], prompt, grammar, max_tokens, stop)

    def _answers(
        self,
        groups: list[list[Picture]],
        prompt: str,
        grammar: str | None,
        max_tokens: int,
        stop: threading.Event | None,
    ) -> list[str] | None:
        import torch

        stop = stop or threading.Event()
        with self._lock, torch.inference_mode():
            if self._model is None:
                raise ModelError(f"{self.name} was closed.")
            given = self._processor(
                images=[one for group in groups for one in group],
                text=[self._question(len(group), prompt) for group in groups],
                padding=True,
                return_tensors="pt",
            ).to(self._model.device, self._model.dtype)
            begin = given["input_ids"].shape[1]
            out = self._model.generate(
                **given,
                max_new_tokens=max_tokens,
                do_sample=False,
                stopping_criteria=[lambda ids, scores, **_: _everywhere(ids, stop.is_set())],
                logits_processor=[self._only(grammar, begin)] if grammar is not None else [],
            )
        if stop.is_set():
            return None
        decoded = self._processor.batch_decode(out[:, begin:], skip_special_tokens=True)
        return [str(one).strip() for one in decoded]

    def _question(self, pictures: int, prompt: str) -> str:
        """The conversation in the model's own form; what reads like its picture mark is no mark."""
        mark = str(self._processor.image_token)
        prompt = prompt.replace(mark, " ")
        if self._processor.chat_template is None:
            return _VICUNA.format(pictures=mark * pictures, prompt=prompt)
        content = [{"type": "image"}] * pictures + [{"type": "text", "text": prompt}]
        turns = [{"role": "user", "content": content}]
        return str(self._processor.apply_chat_template(turns, add_generation_prompt=True))

    def _only(self, grammar: str, begin: int) -> Any:
        """Lets through the likeliest token that the grammar allows, for each answer."""
        import regex
        import torch

        allowed = regex.compile(pattern(grammar))
        tokenizer = self._processor.tokenizer

        def choose(ids: Any, scores: Any) -> Any:
            chosen = torch.full_like(scores, float("-inf"))
            for row in range(len(ids)):
                said = ids[row, begin:].tolist()
                order = scores[row].argsort(descending=True).tolist()
                chosen[row, _first_fitting(said, order, tokenizer, allowed)] = 0
            return chosen

        return choose


def _first_fitting(said: list[int], order: list[int], tokenizer: Any, allowed: Any) -> int:
    """The first token of `order` behind `said` that a sentence of the grammar may go on with."""
    text = tokenizer.decode(said, skip_special_tokens=True)
    end = int(tokenizer.eos_token_id)
    if end in said:
        return end
    for token in order:
        if token == end:
            if allowed.fullmatch(text):
                return end
            continue
        longer = str(tokenizer.decode([*said, token], skip_special_tokens=True))
        if longer != text and allowed.fullmatch(longer, partial=True):
            return token
    return end


def _everywhere(ids: Any, value: bool) -> Any:
    """The same answer for each of a batch, as transformers wants it."""
    import torch

    return torch.full((ids.shape[0],), value, dtype=torch.bool, device=ids.device)


def require_llava(folder: Path) -> None:
    """Raise ModelError unless the folder says of itself that it holds a LLaVA."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ModelError(
            f"The file {path} does not exist.", "Give the folder of a LLaVA model."
        ) from error
    except ValueError as error:
        raise ModelError(f"{path} is not valid JSON: {error}.", "Download it again.") from error
    kinds = config.get("architectures") if isinstance(config, dict) else None
    if not isinstance(kinds, list) or _ARCHITECTURE not in kinds:
        said = ", ".join(map(str, kinds)) if isinstance(kinds, list) else "nothing"
        raise ModelError(
            f"{path} names {said} as the architecture; Deskhand runs only {_ARCHITECTURE}.",
            "Use other models as GGUF files with a projector.",
        )


def _form(device: str) -> dict[str, Any]:
    """How the weights are held in memory."""
    import torch

    if device == "cpu":
        return {"dtype": "auto"}
    four_bits = all(importlib.util.find_spec(one) for one in ("bitsandbytes", "accelerate"))
    if device.startswith("cuda") and four_bits:
        from transformers import BitsAndBytesConfig

        config: Any = BitsAndBytesConfig
        return {
            "quantization_config": config(load_in_4bit=True, bnb_4bit_compute_dtype=torch.float16)
        }
    return {"dtype": torch.float16}


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), repr(error)).rstrip(".")
