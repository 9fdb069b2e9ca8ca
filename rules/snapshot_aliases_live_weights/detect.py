"""Weights of a model that are to be put back after it has loaded others, and that those have overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import changed_in, reaching_definitions
from torchlint.finding import Edit
from torchlint.knowledge.naming_conventions import names_model
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class OverwrittenView(CallView):
    """A `state_dict()` that is kept without a copy while its own model loads something else."""

    node: tree.Call
    name: str
    overwriting: CallView  # the call that loads other weights
    restoring: CallView  # the call that is to put the first ones back

    @property
    def is_sure(self) -> bool:
        """Whether it certainly is a module, and not only called like one."""
        return self.receiver is not None and self.receiver.value.kind == "module"

    @property
    def copied(self) -> tuple[Edit, ...]:
        """The edits that keep a copy."""
        code = self.code
        return self.writing("copy.deepcopy", lambda written: edits.replace(self.node, f"{written}({code})"))


def overwritten(file: File) -> Iterator[OverwrittenView]:
    """`saved = model.state_dict()`, then `model.load_state_dict(other)`, then `model.load_state_dict(saved)`."""
    for call in file.method_calls("state_dict"):
        assign = file.tree.statement(call.node)
        if not isinstance(assign, tree.Assign) or len(assign.targets) != 1 or call.node.args:
            continue
        target = assign.targets[0]
        is_kept = assign.value is call.node or file.value(assign.value).value.kind == "weights"
        if isinstance(target, tree.Name) and is_kept and _is_plain_module(call.receiver):
            found = _put_back(file, call, assign, target)
            if found is not None:
                yield found


def _is_plain_module(model: ExpressionView | None) -> bool:
    """Whether this is a module whose class says nothing of its own about its state, or is called like one."""
    if model is not None and model.value.kind == "unknown":
        return names_model(tree.last_part(model.node))
    if model is None or model.value.kind != "module":
        return False
    cls = model.value.ref
    return not isinstance(cls, Class) or not any(cls.method(name) for name in ("state_dict", "load_state_dict"))


def _put_back(file: File, taken: CallView, assign: tree.Assign, target: tree.Name) -> OverwrittenView | None:
    """The two loads that follow in the same block, if nothing replaces the model or copies what was taken."""
    model = tree.dotted(taken.receiver.node) if taken.receiver is not None else None
    if model is None:
        return None
    block = file.tree.block(assign)
    later = block[block.index(assign) + 1 :] if assign in block else []
    overwriting: CallView | None = None
    for statement in later:
        if not {model, target.id}.isdisjoint(changed_in(file.tree, statement)):
            return None  # another model, or entries that are replaced by copies, or by those of a file
        first = overwriting
        for call in sorted((n for n in tree.walk(statement) if isinstance(n, tree.Call)), key=lambda n: n.start):
            if tree.dotted(call.func) != f"{model}.load_state_dict" or not call.args:
                continue
            view, given = CallView(file, call), call.args[0].value
            if any(argument.keyword == "assign" for argument in call.args):
                return None  # the loaded tensors replace the parameters and leave the old ones as they were
            if not isinstance(given, tree.Name) or given.id != target.id:
                overwriting = overwriting or view
            elif first is not None or (overwriting is not None and not isinstance(statement, tree.If)):
                if [one.node for one in reaching_definitions(file.tree, given) if one is not None] == [assign]:
                    return OverwrittenView(file, taken.node, target.id, overwriting or view, view)
    return None
