"""Attention functions that apply dropout with a probability that they are given, whatever mode a module is in.

Sources: torch.nn.functional of PyTorch 2.7; flash_attn/flash_attn_interface.py of flash-attn 2.7, and of 1.0 for the
functions that were called `unpadded` then; xformers/ops/fmha of xformers 0.0.29.
"""

from __future__ import annotations

# The place of the probability, `dropout_p`, among the arguments.
_OF_FLASH_ATTN = {
    "flash_attn_func": 3,
    "flash_attn_kvpacked_func": 2,
    "flash_attn_qkvpacked_func": 1,
    "flash_attn_varlen_func": 7,
    "flash_attn_varlen_kvpacked_func": 6,
    "flash_attn_varlen_qkvpacked_func": 3,
    "flash_attn_unpadded_func": 7,
    "flash_attn_unpadded_kvpacked_func": 6,
    "flash_attn_unpadded_qkvpacked_func": 3,
}

ATTENTION_DROPOUTS = {
    "torch.nn.functional.scaled_dot_product_attention": 4,
    **{
        f"{module}.{name}": place
        for module in ("flash_attn", "flash_attn.flash_attn_interface")
        for name, place in _OF_FLASH_ATTN.items()
    },
    "xformers.ops.memory_efficient_attention": 4,
    "xformers.ops.fmha.memory_efficient_attention": 4,
}
