"""What is installed as soon as the user's program has imported torch, which is never imported from here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any

from . import (
    capture,
    events,
    evidence,
    hearing,
    loaders,
    memory_looks,
    memory_snapshot,
    plan,
    roles,
    sites,
    stacks,
    timeline,
    torch_state,
)
from .bodies import HANDLE
from .imports import found_by_others


class Loader(SourceFileLoader):
    """Loads torch as ever; then its process is ready to be looked at."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        is_here(module)


class Finder:
    """Waits for the import of torch, and is gone afterwards."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "torch":
            return None
        spec = found_by_others(self, fullname, path, target)
        sys.meta_path.remove(self)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    torch = sys.modules.get("torch")
    if torch is None:
        sys.meta_path.insert(0, Finder())
    else:
        is_here(torch)


def is_here(torch: Any) -> None:
    """Look at tensors, at backward calls and at steps from now on; a fault of ours must not end the import of torch."""
    watched = False
    try:
        torch_state.is_here(torch)
        vars(capture)["is_compiling"] = torch_state.compiler_asks
        watch_steps(sys.modules["torch.optim.optimizer"])
        watched = watch_backward(torch.autograd)
        loaders.is_watched = watch_loaders(sys.modules["torch.utils.data.dataloader"])
        listen()
        if plan.monitors:
            watch_optimizers(sys.modules["torch.optim.optimizer"])
            watch_samples(sys.modules["torch.utils.data._utils.fetch"])
            watch_hooks(sys.modules["torch.utils.hooks"])
            watch_seeds(sys.modules["torch.random"])
        stacks.start()
        if plan.timeline:
            memory_looks.torch_is_here()
    except Exception as problem:  # what needs it says so
        evidence.write("fault", part="torch", error=type(problem).__name__)
    evidence.torch_is_here(str(torch.__version__), watched)


def listen() -> None:
    """Have all parts of ours hear of what they want; what they do is part of the phase that ends in the timeline."""
    events.hear("step_ends", "sites", sites.optimizer_stepped)
    for part in (memory_snapshot, loaders, roles, hearing, timeline):
        part.listen()


def watch_steps(optimizer: Any) -> None:
    """Hear of the steps of all optimizers."""
    if plan.timeline or plan.monitors:
        optimizer.register_optimizer_step_pre_hook(capture.stepping)
    optimizer.register_optimizer_step_post_hook(capture.stepped)
    if plan.max_steps is not None:
        optimizer.register_optimizer_step_post_hook(capture.end_after_last_step)


def watch_optimizers(optimizer: Any) -> bool:
    """Whether we hear of all optimizers when they are made."""
    from .inject import tell  # torch has imported what that needs

    return tell(optimizer.Optimizer.__init__, f"{HANDLE}.optimizer_made(self)", knows=("params",))


def watch_samples(fetch: Any) -> bool:
    """Whether we hear of the samples that workers ask map-style datasets for."""
    from .inject import tell  # torch has imported what that needs

    asked, came = (f"{HANDLE}.samples_{what}(self.dataset)" for what in ("asked", "came"))
    return tell(fetch._MapDatasetFetcher.fetch, asked, came, knows=("dataset",))


def watch_hooks(hooks: Any) -> bool:
    """Whether we hear of all hooks that are registered."""
    from .inject import tell  # torch has imported what that needs

    return tell(hooks.RemovableHandle.__init__, "", f"{HANDLE}.hook_made(self)", knows=("hooks_dict_ref", "id"))


def watch_seeds(random: Any) -> bool:
    """Whether we hear of the seeds of all generators."""
    from .inject import tell  # torch has imported what that needs

    return tell(random.manual_seed, "", f"{HANDLE}.seeded()", knows=("seed",))


def watch_backward(autograd: Any) -> bool:
    """Whether we hear of all that is differentiated."""
    from .inject import tell  # torch has imported what that needs

    ends = f"{HANDLE}.backward_ended()" if plan.timeline else ""
    backward = tell(autograd.backward, f"{HANDLE}.backward(tensors)", ends, knows=("tensors",))
    return tell(autograd.grad, f"{HANDLE}.backward(outputs)", ends, knows=("outputs",)) and backward


def watch_loaders(dataloader: Any) -> bool:
    """Whether we hear of the batches of all DataLoaders, and may end a pass."""
    from .inject import tell  # torch has imported what that needs

    function = dataloader._BaseDataLoaderIter.__next__
    knows = ("_next_data", "_num_yielded")
    ends = f"if {HANDLE}.is_last_batch(self): raise StopIteration\n" if plan.limit_batches is not None else ""
    return tell(function, f"{ends}{HANDLE}.batch_asked(self)", f"{HANDLE}.batch_came(self)", knows)
