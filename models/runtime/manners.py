"""How a model of pictures wants to be asked, from what its files say of themselves.

How pictures become numbers is chosen by libmtmd itself, from the projector's header; what is left
is the form of the conversation, for files that hold no chat template.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.memory.gguf_header import Header

_VICUNA = "{% for message in messages %}USER: {{ message['content'] }}\n{% endfor %}ASSISTANT:"
_MISTRAL = "{% for message in messages %}[INST] {{ message['content'] }} [/INST]{% endfor %}"
_MOONDREAM = (
    "{% for message in messages %}\n\nQuestion: {{ message['content'] }}\n\nAnswer:{% endfor %}"
)


@dataclass(frozen=True, slots=True)
class Manner:
    """`name` is the family; `template` is used where the file holds none."""

    name: str
    template: str


LLAVA_15 = Manner("llava-1.5", _VICUNA)
LLAVA_16 = Manner("llava-1.6", _VICUNA)
LLAVA_16_MISTRAL = Manner("llava-1.6", _MISTRAL)
MOONDREAM = Manner("moondream", _MOONDREAM)
GENERAL = Manner("general", _VICUNA)


def manner(model: Header, projector: Header) -> Manner:
    """The family of a model and its projector.

    LLaVA 1.6 cuts large pictures into tiles, which its projector tells; Moondream is the only one
    on Phi's architecture; LLaVA 1.5 has the plain projector of two layers.
    """
    names = f"{model.text('general.name')} {projector.text('general.name')}".lower()
    kind = projector.text("clip.projector_type") or projector.text("clip.vision.projector_type")
    tiles = projector.text("clip.vision.mm_patch_merge_type").startswith("spatial") or (
        "clip.vision.image_grid_pinpoints" in projector.values
    )
    if "moondream" in names or model.architecture == "phi2":
        return MOONDREAM
    if tiles:
        return LLAVA_16_MISTRAL if "mistral" in names or _is_mistral(model) else LLAVA_16
    if kind == "mlp" and model.architecture == "llama":
        return LLAVA_15
    return GENERAL


def _is_mistral(model: Header) -> bool:
    """Mistral 7B shares keys between heads; the Llama 2 under Vicuna does not."""
    return model.kv_heads is not None and model.kv_heads != model.heads
