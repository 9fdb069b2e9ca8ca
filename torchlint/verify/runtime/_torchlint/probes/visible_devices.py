"""Whether CUDA has started when a variable is set that it reads only then."""

from __future__ import annotations

import os
from typing import Any

from .. import torch_state
from ..site import Site


class VisibleDevices(Site):
    """Asks torch whether it has started CUDA, which is known without starting it."""

    looks_at = ("value",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("looked unknown same started devices asked".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not isinstance(value, str):
            self.facts["unknown"] += 1
            return
        self.facts["looked"] += 1
        cuda = torch_state.torch.cuda if torch_state.torch is not None else None
        if os.environ.get("CUDA_VISIBLE_DEVICES") == value:
            self.facts["same"] += 1
        elif cuda is not None and cuda.is_initialized():
            self.facts["started"] += 1
            self.facts["devices"] = cuda.device_count()
            self.facts["asked"] = len([name for name in value.split(",") if name.strip() not in ("", "-1")])
