"""Conversations as tokens: a model's vocabulary, and its own template for chats.

It takes the C interface as a parameter; only `models.runtime.llama` imports it.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence
from typing import Any

from models.runtime.errors import ModelError
from models.runtime.llm import Message

Render = Callable[[list[dict[str, str]]], str]
"""Fills a chat template with the roles and contents of messages."""

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
)
# Stands for a message's text while the template is rendered; never in a template.
_MARK = "\ue0f0{}\ue0f1"
_MARKS = re.compile("\ue0f0(\\d+)\ue0f1")
_PIECE_BYTES = 256


class Vocabulary:
    """The tokens of a loaded model. It must not be used after the model is freed. `without` is the
    chat template for a file that holds none."""

    def __init__(self, c: Any, model: Any, without: str = CHATML) -> None:
        self._c = c
        self.pointer = c.llama_model_get_vocab(model)
        self.size: int = c.llama_vocab_n_tokens(self.pointer)
        self.bos = self._text(c.llama_vocab_bos(self.pointer))
        self.end: int = c.llama_vocab_eos(self.pointer)
        self.eos = self._text(self.end)
        template = c.llama_model_chat_template(model, None)
        self.template: str = template.decode() if template else without

    def tokenize(self, text: str, *, special: bool, add_bos: bool = False) -> list[int]:
        """`special`: "<|im_end|>" and its like are read as the tokens of that name."""
        data = text.encode("utf-8", "replace")
        size = len(data) + 8
        array = (self._c.llama_token * size)()
        count = self._c.llama_tokenize(self.pointer, data, len(data), array, size, add_bos, special)
        return list(array[:count])

    def piece(self, token: int) -> bytes:
        """The text of a token; a part of a character is possible. Empty for special tokens."""
        buffer = ctypes.create_string_buffer(_PIECE_BYTES)
        size = self._c.llama_token_to_piece(self.pointer, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(0, size)]

    def ends(self, token: int) -> bool:
        """Whether the token ends a reply."""
        return bool(self._c.llama_vocab_is_eog(self.pointer, token))

    def _text(self, token: int) -> str:
        return self._c.llama_vocab_get_text(self.pointer, token).decode() if token >= 0 else ""


def conversation_tokens(
    messages: Sequence[Message], vocabulary: Vocabulary, render: Render
) -> list[int]:
    """The tokens of a conversation, up to where the assistant's reply begins.

    The template is rendered with marks, and the messages are tokenized apart from it: a text
    on the screen that reads like "<|im_end|>" stays text and cannot end its message.

    Raises:
        ModelError: the model's template does not take these messages.
    """
    marked = [
        {"role": message.role, "content": _MARK.format(number)}
        for number, message in enumerate(messages)
    ]
    try:
        rendered = render(marked)
    except Exception as error:  # Templates are programs of others and may raise anything.
        raise ModelError(
            f"The model's chat template does not accept this conversation: {error}."
        ) from (error)
    # Text of the template and numbers of messages, by turns.
    parts = _MARKS.split(rendered)
    if {int(number) for number in parts[1::2]} != set(range(len(messages))):
        raise ModelError("The model's chat template drops a part of this conversation.")
    writes_bos = bool(vocabulary.bos) and rendered.startswith(vocabulary.bos)
    tokens = vocabulary.tokenize("", special=True, add_bos=not writes_bos)
    for place, part in enumerate(parts):
        if place % 2:
            tokens += vocabulary.tokenize(messages[int(part)].content, special=False)
        else:
            tokens += vocabulary.tokenize(part, special=True)
    return tokens
