"""Pretends, in each process, that tensors are on a device which has still to do its work when it is asked for numbers.

All tensors count as the device's but those that `cpu()` has made. `CUDA_VISIBLE_DEVICES` has to name one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch
from _torchlint import waits  # type: ignore[import-not-found]  # beside the plan, in observed processes

SECONDS = 0.004  # for which each wait lasts


def device_of(value: Any) -> str:
    if type(value) not in (torch.Tensor, torch.nn.Parameter):
        return ""
    return "cpu" if hasattr(value, "is_copied") else "cuda"


def slow(name: str) -> Callable[..., Any]:
    original = getattr(torch.Tensor, name)

    def answer(tensor: torch.Tensor, *asked: Any, **named: Any) -> Any:
        if device_of(tensor) == "cuda" or device_of(asked[0] if asked else None) == "cuda":
            time.sleep(SECONDS)
        told = original(tensor, *asked, **named)
        if name == "cpu":
            told = told.clone()
            told.is_copied = True
        return told

    return answer


for name in ("item", "tolist", "cpu", "nonzero", "masked_select", "__bool__", "__float__", "__int__"):
    setattr(torch.Tensor, name, slow(name))
waits.device_of = device_of
