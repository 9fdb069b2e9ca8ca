"""How the parameters of PyTorch's layers are called, and what gives parameters other names."""

from __future__ import annotations

import re

# Layers whose parameters are called `weight` and `bias`, if they have any.
_WEIGHT_AND_BIAS = re.compile(
    r"torch\.nn\.(?:Linear|Bilinear|Conv(?:Transpose)?[123]d|(?:Sync)?BatchNorm(?:[123]d)?|InstanceNorm[123]d|LayerNorm"
    r"|GroupNorm|RMSNorm|Embedding|EmbeddingBag|PReLU)$"
)
# Code after which the parameters of a module may have other names, or other modules are inside it.
RENAMES = re.compile(
    r"\b(?:setattr|add_module|register_module|register_parameter|weight_norm|spectral_norm|parametriz\w*|_modules|__dict__"
    r"|get_peft_model|inject_adapter\w*|LoraConfig|prune|fuse_\w+|quantiz\w+|convert_sync_batchnorm|fully_shard|"
    r"_parameters|__setattr__|__getattr__|named_parameters\(self|state_dict_hook)\b"
)


def layer_parameters(name: str) -> tuple[str, ...] | None:
    """What the parameters of one of PyTorch's layers are called; None if that is not known."""
    return ("weight", "bias") if _WEIGHT_AND_BIAS.match(name) else None
