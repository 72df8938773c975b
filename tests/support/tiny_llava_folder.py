"""A random LLaVA for transformers, of a few hundred kilobytes, as a folder with all its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def write_llava_folder(folder: Path) -> Path:
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        CLIPImageProcessor,
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )

    signs = ["<pad>", "<s>", "</s>", "<unk>", "<image>", *map(chr, range(32, 127)), "\n"]
    words = Tokenizer(models.WordLevel({s: n for n, s in enumerate(signs)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    words.decoder = decoders.Fuse()
    special: dict[str, Any] = {"pad_token": "<pad>", "bos_token": "<s>", "eos_token": "</s>"}
    tokenizer: Any = PreTrainedTokenizerFast(
        tokenizer_object=words, **special, unk_token="<unk>",
        additional_special_tokens=["<image>"], clean_up_tokenization_spaces=False,
    )  # fmt: skip
    config: Any = LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
            image_size=56, patch_size=14, projection_dim=32,
        ),
        text_config=LlamaConfig(
            vocab_size=len(signs), hidden_size=32, intermediate_size=64, num_hidden_layers=2,
            num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=2048,
            pad_token_id=0, bos_token_id=1, eos_token_id=2,
        ),
        image_token_index=signs.index("<image>"),
    )  # fmt: skip
    torch.manual_seed(0)
    model: Any = LlavaForConditionalGeneration(config)
    for weights in model.parameters():
        torch.nn.init.normal_(weights, 0, 0.3)
    model.save_pretrained(folder)
    size = {"height": 56, "width": 56}
    pictures: Any = CLIPImageProcessor(size=size, crop_size=size)
    LlavaProcessor(
        image_processor=pictures, tokenizer=tokenizer, patch_size=14,
        vision_feature_select_strategy="default", num_additional_image_tokens=1,
    ).save_pretrained(folder)  # fmt: skip
    return folder
