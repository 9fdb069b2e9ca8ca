"""Which names of a file have the modules that are wrapped, parts of them, or what they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

# So many assignments are followed from one name to the next.
_FARTHEST = 4
# Names of functions that may wrap what they are given.
_WRAPS = re.compile(r"ddp|distrib|parallel|wrap|prepare|to_device|setup", re.I)


class Links:
    """What is wrapped in a file, by names, and what is linked to it."""

    def __init__(self, syntax: tree.Tree, wraps: list[tree.Call], optimizers: list[tree.Call]) -> None:
        self.tree = syntax
        imported = [one for node in syntax.all(tree.Import) for one in node.names]
        imported += [one for node in syntax.all(tree.ImportFrom) for one in node.names]
        self._imported = {(one.asname or one.name).partition(".")[0] for one in imported}
        assigned = [(one.name, one.source) for one in assignments_in(syntax.root) if one.name and one.source]
        self._optimizers = {tree.dotted(one) for call in optimizers for one in tree.targets(syntax.statement(call))}
        self._assigned = [(name, set(self._mentioned(source)), source) for name, source in assigned]
        self._wrapped = set[str]()
        self.is_known = all(self._note(call) for call in wraps)  # whether the names of all that is wrapped are known
        helpers = {scope.name for call in wraps if isinstance(scope := syntax.scope(call), tree.FunctionDef)}
        for call in syntax.all(tree.Call):
            if tree.last_name(call.func) in helpers or _WRAPS.search(tree.last_name(call.func)):
                self._note_names(call)
        self._wrapped -= self._optimizers  # accelerate prepares them, too

    def _note(self, wrap: tree.Call) -> bool:
        """Notes what a call wraps; False if that is one of several modules, in a loop or a container."""
        for argument in wrap.args:
            if argument.star:
                return False
            if argument.keyword not in (None, "module"):
                continue
            root = tree.root_name(argument.value)
            kinds = (
                {one.kind for one in reaching_definitions(self.tree, root) if one is not None}
                if root is not None
                else set()
            )
            if kinds & {"for", "comprehension"} or any(
                isinstance(node, tree.Subscript) for node in tree.walk(argument.value)
            ):
                return False
            self._wrapped.update(self._mentioned(argument.value))
        self._note_names(wrap)
        return True

    def _note_names(self, call: tree.Call) -> None:
        """Notes what a call that may wrap is given, and what its result is assigned to."""
        for argument in call.args:
            if argument.keyword in (None, "module", "model"):
                self._wrapped.update(self._mentioned(argument.value))
        statement = self.tree.statement(call)
        for target in tree.targets(statement):
            self._wrapped.update(self._mentioned(target))

    def are_wrapped(self, module: tree.Expression) -> bool:
        """Whether a module may be wrapped, a part of what is, or have a part that is."""
        name = tree.dotted(module) or ""
        if self._is_wrapped(name) or self._is_only_given(module):
            return True
        return self._is_made_of_wrapped(name) or self._goes_into_wrapped(name)

    def _is_wrapped(self, name: str) -> bool:
        return any(related(name, one) for one in self._wrapped)

    def _is_only_given(self, module: tree.Expression) -> bool:
        """Whether a function is given a module, perhaps a wrapped one, or takes it out of a container."""
        root = tree.root_name(module)
        found = reaching_definitions(self.tree, root) if root is not None else ()
        if root is not None and root.id in ("self", "cls"):
            return False
        return not found or any(one is None or one.kind not in ("assignment", "named") for one in found)

    def _is_made_of_wrapped(self, name: str) -> bool:
        """Whether what a name is given is a part of what is wrapped, or has it: `head = net.head`, `Averaged(net)`."""
        names = {name}
        for _ in range(_FARTHEST):
            sources = [source for target, _, source in self._assigned if target in names and source is not None]
            found = {one for source in sources for one in self._passed_on(source)}
            if any(self._is_wrapped(one) for one in found):
                return True
            names = found
        return False

    def _goes_into_wrapped(self, name: str) -> bool:
        """Whether something that is wrapped is made of a module, or given it: `net = Both(encoder, head)`."""
        names = {name}
        for _ in range(_FARTHEST):
            made = {target for target, mentioned, _ in self._assigned if not names.isdisjoint(mentioned)}
            if any(self._is_wrapped(one) for one in made):
                return True
            names |= made - self._optimizers
        return any(self._is_given_to_wrapped(call, name) for call in self.tree.all(tree.Call))

    def _is_given_to_wrapped(self, call: tree.Call, name: str) -> bool:
        """Whether a method of what is wrapped is given a module: `net.add_module("head", head)`."""
        func = call.func
        if not isinstance(func, tree.Attribute) or not self._is_wrapped(tree.dotted(func.value) or ""):
            return False
        return any(tree.dotted(argument.value) == name for argument in call.args)

    def _mentioned(self, code: tree.Node | None) -> Iterator[str]:
        """The longest dotted names in an expression, without those of the functions that it calls."""
        pending = [code] if code is not None else []
        while pending:
            node = pending.pop()
            name = tree.dotted(node)
            if name is not None:
                if name.partition(".")[0] not in self._imported:
                    yield name
            elif isinstance(node, tree.Call):
                pending += [argument.value for argument in node.args]
                pending += [node.func.value] if isinstance(node.func, tree.Attribute) else []
            else:
                pending += tree.children(node)

    def _passed_on(self, source: tree.Expression) -> Iterator[str]:
        """What may be in the value of an expression: names that it is, has the method of, or passes as they are."""
        if (name := tree.dotted(source)) is not None:
            if name.partition(".")[0] not in self._imported:
                yield name
        elif isinstance(source, tree.Call):
            if isinstance(source.func, tree.Attribute):
                yield from self._passed_on(source.func.value)
            for argument in source.args:
                if isinstance(argument.value, (tree.Name, tree.Call)):
                    yield from self._passed_on(argument.value)
        elif isinstance(source, (tree.Conditional, tree.BoolOp, tree.Subscript, tree.Tuple, tree.List)):
            for part in tree.children(source):
                yield from self._passed_on(part)


def related(one: str, other: str) -> bool:
    """Whether one dotted name is the other, or of a part of it."""
    if one in ("self", "cls", "") or other in ("self", "cls", ""):
        return False
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")
