"""In which mode a model is called, which of its layers that concerns and changes, and whether it is for training.

A few calls in train mode are made again aside, in eval mode: what they give then says what the mode does to the result.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any
from weakref import ref

from .. import budget, torch_state
from ..eval_replay import Arguments, NotReplayed, Replay
from ..known import Known
from ..outputs import Calls, nodes_of
from ..outputs_apart import apart
from ..search import Roots
from ..site import Site

GIVEN = "given_"


class EvalMode(Site):
    """Looks at the model before and after each call, and at its output: is a backward run that makes it training?"""

    looks_at = ("model", "at")

    @classmethod
    def captured(cls, planned: Collection[str]) -> tuple[str, ...]:
        """The arguments of the call as well: `given_0`, `given_*1`, `given_mask`, `given_**2`."""
        return (*super().captured(planned), *(role for role in planned if role.startswith(GIVEN)))

    @classmethod
    def needed(cls, planned: Collection[str]) -> tuple[str, ...]:
        """The model and the call; without an argument, the call is only not made again."""
        return super().captured(planned)

    def begin(self) -> None:
        self._arguments: Arguments | None = None  # of a call that is to be made again
        self._replay: Replay | None = None
        self._began = 0.0
        self._calls = {"train": Calls(), "eval": Calls()}
        self._mode: str | None = None
        self._model: Any = None
        self._versions = Known()  # of the batch norms' counters before the call, if it is looked at closely
        names = "train eval switched unknown differentiated_train differentiated_eval dropouts batch_norms"
        self.facts = dict.fromkeys(f"{names} looked_at updating updates".split(), 0)
        self.facts.update(replayed=0, predictions=0, differing=0, kind="", change=None, largest=None, unreplayed="")

    def visit(self, role: str, value: Any) -> None:
        if role.startswith(GIVEN):
            self._take(role.removeprefix(GIVEN), value)
        elif role == "at":
            self._count_updates()
            if self._replay is not None:
                self._compare(value, self._replay)
            elif self._arguments is not None:
                self._give_up(NotReplayed("not all of its arguments can be looked at"))
            if self._mode is not None:
                self._called(self._mode, self._model(), nodes_of(value))
        elif isinstance(value, torch_state.torch.nn.Module):
            self._mode, self._model = "train" if value.training else "eval", ref(value)
            self.facts[self._mode] += 1
            self.lose()
            if self.is_worth_a_look():
                self._count_layers(value)
                if value.training and budget.is_left():
                    expected = sum(role.startswith(GIVEN) for role in self.roles)
                    self._arguments = Arguments(expected) if expected else None
        else:
            self._mode = None
            self.facts["unknown"] += 1

    def _called(self, mode: str, model: Any, nodes: list[Any]) -> None:
        if model is not None and model.training != (mode == "train"):
            self.facts[mode] -= 1  # a hook or its forward has switched it: nobody knows which layers ran before that
            self.facts["switched"] += 1
        else:
            self._calls[mode].add(nodes)

    def _count_layers(self, model: Any) -> None:
        modules = torch_state.torch.nn.modules
        layers = [layer for layer in model.modules() if layer.training == model.training]
        dropouts = sum(isinstance(layer, modules.dropout._DropoutNd) and layer.p > 0 for layer in layers)
        norms = [n for n in layers if isinstance(n, modules.batchnorm._NormBase) and n.track_running_stats]
        self.facts["dropouts"] = max(self.facts["dropouts"], dropouts)
        self.facts["batch_norms"] = max(self.facts["batch_norms"], len(norms))
        for counter in (norm.num_batches_tracked for norm in norms if norm.training):
            if torch_state.is_tensor(counter) and not counter.is_inference():
                self._versions.put(counter, counter._version)  # that of `running_mean` does not move

    def _count_updates(self) -> None:
        """Which batch norms the call has updated, by the versions of their counters: no value is read."""
        updated = sum(counter._version != self._versions.get(counter) for counter in self._versions)
        self.facts["looked_at"] += bool(len(self._versions))
        self.facts["updating"] += bool(updated)
        self.facts["updates"] += updated
        self._versions.clear()

    def _take(self, name: str, value: Any) -> None:
        try:
            if self._arguments is not None and self._arguments.take(name, value):
                with budget.counted():
                    self._replay = Replay(self._model(), *self._arguments.together())
                self._began = time.perf_counter()
        except Exception as why:
            self._give_up(why)

    def _compare(self, output: Any, replay: Replay) -> None:
        """Make the call again and compare what it gives, if as long a time as it took is left for that."""
        seconds = time.perf_counter() - self._began
        try:
            if not budget.is_left_for(seconds):
                raise NotReplayed("there was no time left")
            with budget.counted():
                found = apart(output, replay.run())
            if found is None:
                raise NotReplayed("its output in eval mode has another shape, or is not finite")
            self._note(found)
        except Exception as why:
            self._give_up(why)
        self._replay = self._arguments = None

    def _note(self, found: dict[str, Any]) -> None:
        self.facts["replayed"] += 1
        for name in ("predictions", "differing"):
            self.facts[name] += found[name]
        for name in ("change", "largest"):
            self.facts[name] = max(self.facts[name] or 0.0, found[name])
        self.facts["kind"] = found["kind"]

    def _give_up(self, why: Exception) -> None:
        self._replay = self._arguments = None
        said = str(why) if isinstance(why, NotReplayed) else f"it raised {type(why).__name__}"
        self.facts["unreplayed"] = self.facts["unreplayed"] or said

    def lose(self) -> None:
        self._versions.clear()
        self._replay = self._arguments = None

    def backward(self, roots: Roots) -> None:
        for mode, calls in self._calls.items():
            self.facts[f"differentiated_{mode}"] += calls.take(roots)
