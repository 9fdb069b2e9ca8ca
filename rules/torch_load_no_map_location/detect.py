"""What rules see of files of tensors that are read back: where they are loaded, and what for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from torchlint.finding import Edit
from torchlint.queries import CallView, devices, distributed, query
from torchlint.queries.distributed import asks_about_processes
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOAD = "torch.load"
# What a value has passed that came out of a file.
LOADED: Final = "load"
# What a file has that saves from a GPU, or moves something there.
_AT_WORK_ON_GPUS = (("torch.save(", "cuda"), (".cuda(",))
# What runs a model on several devices.
_SPREADING = ("DistributedDataParallel", "DataParallel")


class LoadView(CallView):
    """A call of torch.load."""

    __slots__ = ()

    @property
    def says_where(self) -> bool:
        """Whether it may say to which device the tensors go: by an argument, or in a `with` over a device."""
        if any(a.star for a in self.node.args) or self.argument(1, "map_location") is not None:
            return True
        around = self.file.tree.above(self.node, tree.With, tree.FunctionDef)
        while isinstance(around, tree.With):
            calls = (item.context for item in around.items if isinstance(item.context, tree.Call))
            if any(self.file.names.spelled_out(call.func).startswith("torch.device") for call in calls):
                return True
            around = self.file.tree.above(around, tree.With, tree.FunctionDef)
        return False

    @property
    def is_decided_beside(self) -> bool:
        """Whether the other branch of an `if` says where to, and the program has asked for devices or processes."""
        syntax = self.file.tree
        above = syntax.above(self.node, tree.If)
        if not isinstance(above, tree.If):
            return False
        if not devices.mentions_devices(syntax.text_of(above.test)) and not asks_about_processes(syntax, above.test):
            return False
        own = tree.branch(above, self.file.tree.statement(self.node))
        other = {"body": above.orelse, "orelse": above.body}.get(own, [])
        beside = (load for load in loads(self.file) if any(self.file.is_within(load.node, one) for one in other))
        return any(load.says_where for load in beside)

    @property
    def is_for_each_process(self) -> bool:
        """Whether the `if` around it asks only whether there is a GPU, and several processes train what it restores."""
        above = self.file.tree.above(self.node, tree.If)
        asks = isinstance(above, tree.If) and asks_about_processes(self.file.tree, above.test)
        return not asks and distributed.is_spread(self.file)

    @property
    def is_restored(self) -> bool:
        """Whether what is loaded, or a part of it, is given to some `load_state_dict`, or copied by `copy_`."""
        return any(origin.what == LOADED and origin.node is self.node for origin in self.file.facts.restored)

    @property
    def is_perhaps_saved_from_cpu(self) -> bool:
        """Whether the function moves the model that it restores to the CPU, as before it saves that one."""
        above = self.file.tree.parents.get(self.file.tree.parents.get(self.node, self.node))
        restored = above.func.value if isinstance(above, tree.Call) and isinstance(above.func, tree.Attribute) else None
        scope = self.file.tree.scope(self.node)
        moves = (call for call in self.file.method_calls("cpu") if self.file.tree.scope(call.node) is scope)
        return restored is not None and any(
            call.receiver is not None and call.receiver.code == self.file.tree.text_of(restored) for call in moves
        )

    @property
    def on_the_host(self) -> tuple[Edit, ...]:
        """The edit that loads to the CPU."""
        return self.put_last('map_location="cpu"')


def loads(file: File) -> Iterator[LoadView]:
    """Every call of torch.load, in source order."""
    for call in file.calls(_LOAD):
        if call.node.args:
            yield LoadView(file, call.node)


@query
def uses_cuda(file: File) -> bool:
    """Whether the file, or one of those that were analysed with it, is surely written for GPUs.

    They name CUDA, a device of that name, or NCCL, which only GPUs have; or a model is spread over numbered devices.
    """
    analysis = file.analysis
    if analysis.mentions("cuda") or analysis.has_text("cuda") or analysis.has_text("nccl"):
        return True
    wrapped = (fact.node for fact in file.facts.model_wrappers if fact.wrapper in _SPREADING)
    return any(_says_devices(call) for call in wrapped)


def _says_devices(call: tree.Call) -> bool:
    """Whether a wrapper is given the numbers of devices, which only GPUs have."""
    given = next((one.value for one in call.args if one.keyword == "device_ids"), tree.positional(call, 1))
    return given is not None and not (isinstance(given, tree.Constant) and given.value is None)


@query
def may_use_cuda(file: File) -> bool:
    """Whether these files speak of wrappers that mostly are on GPUs, or any file of the project works on a GPU."""
    if any(map(file.analysis.mentions, _SPREADING)):
        return True
    about = file.project_files
    return about is not None and any(about.files_mentioning(*words) for words in _AT_WORK_ON_GPUS)
