"""Momentums of batch and instance norms that are given in the place of eps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.gradients import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# From here on, an eps is no longer small beside the variance, which is about 1.
_LARGE = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class LargeEps(ExpressionView):
    """What a norm is given for its eps, and was surely meant for its momentum."""

    norm: CallView
    momentum: str  # what to write for the momentum

    @property
    def reason(self) -> str:
        """Why another number is to be written than the one that is there."""
        return f" (Keras writes that as `momentum={self}`)" if str(self) != self.momentum else ""

    @property
    def as_momentum(self) -> tuple[Edit, ...]:
        """The edit that gives it as the momentum; none where another argument comes after it by position."""
        return self.put(f"momentum={self.momentum}") if self.norm.positional[-1].node is self.node else ()


def large_eps(file: File) -> Iterator[LargeEps]:
    """Positional eps arguments that are too large for one, or called a momentum, in source order."""
    norms = full_names("batch-norm", "instance-norm", of="torch.nn")
    for node in file.tree.all(tree.Call):
        if not node.args:
            continue
        call = CallView(file, node)
        name = next((one for one in _called(file, node) if one in norms), "")
        if not name:
            continue
        place = 0 if ".Lazy" in name else 1
        given = call.positional[place] if len(call.positional) > place else None
        momentum = _momentum(file, given.node) if given is not None else None
        if given is not None and momentum is not None:
            yield LargeEps(file, given.node, call, momentum)


def _called(file: File, call: tree.Call) -> list[str]:
    """What a call may mean: by its name, the one thing that this stands for, or a parameter's default."""
    found: list[tree.Node] = [call.func]
    if isinstance(call.func, tree.Name):
        made = definitions_of(file.tree, call.func)
        if len(made) == 1 and isinstance(parameter := made[0].node, tree.Parameter):
            found += [parameter.default] if parameter.default is not None else []
        elif len(made) == 1 and made[0].value is not None:
            found.append(made[0].value)
    return [canonical(file.names.spelled_out(one)) for one in found]


def _momentum(file: File, node: tree.Node) -> str | None:
    """The momentum that an eps stands for; Keras counts it the other way round, as what is kept of the old average."""
    if "mom" in tree.last_name(node).lower():
        return file.tree.text_of(node)
    number = folded(file, node)
    if number is None or not _LARGE <= number <= 1:
        return None
    return f"{round(1 - number if number >= 0.5 else number, 6):g}"
