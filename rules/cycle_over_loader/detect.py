"""DataLoaders that `itertools.cycle` iterates over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.call_names import PASSES_BATCHES
from torchlint.queries import CallView, ExpressionView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_CYCLE = "itertools.cycle"
# Names of one loader: `train_loader`, `loader2`, `loader_u`.
_NAMES = re.compile(r"loader(\d|_[a-z0-9])?$")
_TAKES_SOME = "itertools.islice"


class Cycle(CallView):
    """A call of `itertools.cycle` on what is, or seems to be, a DataLoader."""

    __slots__ = ()

    @property
    def loader(self) -> ExpressionView:
        """What is cycled over: the `loader` of `cycle(loader)` and `cycle(tqdm(loader))`."""
        given = self.node.args[0].value
        while isinstance(given, tree.Call) and tree.last_name(given.func) in PASSES_BATCHES and given.args:
            given = given.args[0].value
        return ExpressionView(self.file, given)

    @property
    def is_surely_of_loader(self) -> bool:
        """Whether it is known to be a DataLoader, and not only called so."""
        return self.loader.value.kind == "loader"

    @property
    def is_of_list(self) -> bool:
        """Whether the batches were put in a list before: `list(islice(loader, 2))`."""
        made = resolved_expression(self.file.tree, self.loader.node)
        return isinstance(made, tree.Call) and tree.dotted(made.func) in ("list", "tuple")

    @property
    def takes_few(self) -> bool:
        """Whether only one batch, or a number that is written here, is taken: `islice(cycle(loader), 3)`."""
        above = self.file.tree.parents.get(self.node)
        around = self.file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        if not isinstance(around, tree.Call):
            return False
        if tree.dotted(around.func) == "next":
            return True
        ends = [one.value for one in around.args[1:]]
        is_part = _TAKES_SOME in self.file.names.spelled(around)
        return is_part and all(isinstance(one, tree.Constant) for one in ends)

    @property
    def repeats_alike(self) -> bool:
        """Whether all passes over the loader give equal batches anyway, of tensors that are in memory."""
        source = self.loader.value.source
        made = next((one for one in data.loaders(self.file) if one.node is source), None)
        return made is not None and made.is_in_memory and made.order == "dataset"


def cycles(file: File) -> Iterator[Cycle]:
    """Such calls, in source order."""
    for call in file.named_calls(_CYCLE):
        cycle = Cycle(file, call.node)
        if len(cycle.node.args) == 1 and not cycle.node.args[0].star:
            if not cycle.is_of_list and (cycle.is_surely_of_loader or _is_called_so(cycle.loader)):
                yield cycle


def _is_called_so(given: ExpressionView) -> bool:
    """Whether something that nothing is known of has the name of a loader: `self.train_loader`, `get_loader(args)`."""
    node = given.node.func if isinstance(given.node, tree.Call) else given.node
    is_known = given.value.kind not in ("unknown", "output")
    return not is_known and _NAMES.search(tree.last_name(node).lower()) is not None
