"""How much of what is done with a compiled model was compiled: the calls of its methods, or all that ran."""

from __future__ import annotations

from typing import Any

from .. import dynamo
from ..site import Site


class CompiledFrames(Site):
    """Reads TorchDynamo's counters before and after a call, and what there is of the model's forward at the end."""

    may_look_at = ("model", "result", "compiled")

    def begin(self) -> None:
        self._codes: list[Any] = []
        self._before: int | None = None
        self.facts = {**dict.fromkeys("calls plain wrappers parts frames versions".split(), 0), "model": ""}

    def visit(self, role: str, value: Any) -> None:
        if role == "result":
            self._came_back()
        elif role == "compiled":
            self._note(value)
        elif dynamo.inside(value) is value:
            self.facts["plain"] += 1
        else:
            self.facts["calls"] += 1
            self._note(value)
            self._before = dynamo.compiled_frames()

    def _came_back(self) -> None:
        if self._before is not None:
            self.facts["frames"] += dynamo.compiled_frames() - self._before
            self._before = None

    def _note(self, wrapper: Any) -> None:
        """Remember whose forward it is that torch.compile was given."""
        if not self.is_worth_a_look():
            return
        inside = dynamo.inside(wrapper)
        code = getattr(getattr(type(inside), "forward", None), "__code__", None)
        if code is None:
            return
        self.facts["model"] = type(inside).__name__
        self.facts["wrappers"] += 1
        self.facts["parts"] = sum(map(dynamo.is_compiled, inside.modules()))
        if code not in self._codes:
            self._codes.append(code)

    def lose(self) -> None:
        self._before = None

    def end(self) -> None:
        self.facts["versions"] = sum(map(dynamo.versions_of, self._codes))
