"""DistributedSamplers that are made and passed to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS
from torchlint.queries import CallView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class IdleSampler(CallView):
    """A sampler in a variable that nothing but its `set_epoch()` uses; or returned, or kept, for that alone."""

    variable: str
    is_certain: bool  # whether no other code can give it to a loader


def idle_samplers(file: File) -> Iterator[IdleSampler]:
    """Each of them, in source order."""
    for call in file.named_calls(*DISTRIBUTED_SAMPLERS):
        statement = file.tree.statement(call.node)
        if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if file.tree.above(target, *tree.Scope) is file.tree.root and _is_imported(file):
            continue  # another file may read a global
        if call.node not in (statement.value, *_choices(statement.value)):
            continue
        is_local = isinstance(target, tree.Name)
        others = [use for use in _reads(file.tree, target) if not _only_asks(file.tree, use)]
        is_certain = is_local and not others
        if is_certain or (_is_beside_whole_loader(file, call) and all(_is_returned(file.tree, use) for use in others)):
            yield IdleSampler(file, call.node, tree.dotted(target) or call.text, is_certain)


def _is_imported(file: File) -> bool:
    """Whether another file of the project imports this one, as none does a script."""
    return file.project_files is None or bool(file.project_files.users(file.place))


def _reads(syntax: tree.Tree, target: tree.Expression) -> tuple[tree.Expression, ...]:
    """Where a variable is read, or by the methods of its class, an attribute."""
    if isinstance(target, tree.Name):
        return uses(syntax, target)
    dotted, owner = tree.dotted(target) or "", syntax.above(target, tree.ClassDef)
    mentions = syntax.inside(owner, tree.Attribute) if owner is not None else syntax.all(tree.Attribute)
    same = (one for one in mentions if tree.dotted(one) == dotted)
    return tuple(one for one in same if one not in tree.targets(syntax.statement(one)))


def _is_beside_whole_loader(file: File, sampler: CallView) -> bool:
    """Whether the same function makes a loader of the same dataset that certainly has no sampler."""
    given = sampler.argument(0, "dataset")
    for loader in data.loaders(file):
        dataset = loader.setting("dataset")
        if given is not None and dataset is not None and loader.function == sampler.function:
            if dataset.code == given.code and loader.leaves_out("sampler", "batch_sampler"):
                return True
    return False


def _is_returned(syntax: tree.Tree, use: tree.Expression) -> bool:
    """Whether a sampler is returned, alone or beside the loader, for `set_epoch()`."""
    above = syntax.parents.get(use)
    return isinstance(syntax.parents.get(above) if isinstance(above, tree.Tuple) else above, tree.Return)


def _choices(value: tree.Expression) -> tuple[tree.Expression, ...]:
    return (value.body, value.orelse) if isinstance(value, tree.Conditional) else ()


def _only_asks(syntax: tree.Tree, use: tree.Expression) -> bool:
    """Whether a sampler is given the epoch, or tested."""
    above = syntax.parents.get(use)
    if isinstance(above, tree.Attribute):
        return above.attr == "set_epoch"
    if isinstance(above, (tree.If, tree.Conditional)):
        return above.test is use
    return isinstance(above, (tree.Compare, tree.UnaryOp))
