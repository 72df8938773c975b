"""Text of the screen without the marks of which chat templates of language models are made.

A model's own template says with them who speaks. Text that is seen must not look as if it did.
"""

from __future__ import annotations

import re

# <|im_start|>, also half of it; then <tool_call>, </s>, <start_of_turn>; then [INST] and its like.
_BARRED = re.compile(r"<(?=[|｜])|(?<=[|｜])>")
_TAG = re.compile(r"<(/?[A-Za-z_][\w.▁-]{0,40}/?)>")
_BRACKET = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT"
    r"|USER|ASSISTANT|IMG|CALL_ID|ARGS|THINK|gMASK))\]"
)


def defused(text: str) -> str:
    """The text as long as it was, with the brackets of such marks as other, similar signs.

    Arrows and comparisons ("Next >", "a < b") stay as they are.
    """
    if "<" in text or ">" in text:
        text = _BARRED.sub(lambda sign: "‹" if sign.group() == "<" else "›", text)
        text = _TAG.sub(r"‹\1›", text)
    return _BRACKET.sub(r"(\1)", text) if "[" in text else text
