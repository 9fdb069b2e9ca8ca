"""Registrations of hooks, and what happens to their handles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import function_of
from torchlint.binding.use_def import definitions, reaching_definition, reaching_definitions, uses
from torchlint.domain.values import UNKNOWN
from torchlint.flow.facts import HookFact, LoopRun
from torchlint.flow.hooks import hooks_module, hooks_tensor
from torchlint.knowledge.operations import has_column
from torchlint.queries.file import CallView, ExpressionView, FunctionView, View
from torchlint.queries.hooks.hook_passes import Repetition, repetition
from torchlint.queries.memo import query
from torchlint.syntax import tree
from torchlint.syntax.conditions import ends_at_once

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class HookView(View):
    """A call that registers a hook on a module."""

    events: tuple[HookFact, ...]  # the recorded facts, one for each call path

    @property
    def call(self) -> CallView:
        """The call that registers the hook."""
        return CallView(self.file, self.node)

    @property
    def receiver(self) -> ExpressionView | None:
        """The module that is hooked; None for a global hook."""
        return self.call.receiver

    @property
    def name(self) -> str:
        """The name of the registering function: `register_forward_hook`."""
        return self.call.method or tree.last_part(self.call.node.func)

    @property
    def hooked(self) -> str:
        """What is hooked, as text; for a global hook, every module of the process."""
        is_method = hooks_module(self.call.method) or hooks_tensor(self.call.method)
        return f"`{self.receiver}`" if self.receiver and is_method else "all modules"

    @property
    def registered(self) -> ExpressionView | None:
        """The function that is registered, as an expression."""
        return self.call.argument(0, "hook")

    @property
    def function_registered(self) -> tree.Node | None:
        """The `def` or lambda that is registered: directly, as a method, or in a `partial`; perhaps of another file."""
        value = self.registered.value if self.registered else UNKNOWN
        if value.kind == "partial" and value.items:
            value = value.items[0]
        return function_of(value).node if value.kind in ("function", "method") and value.ref else None

    @property
    def body(self) -> View | None:
        """The same, if it is in this file."""
        node = self.function_registered
        return View(self.file, node) if node is not None and self.file.holds(node) else None

    @property
    def is_removed(self) -> bool:
        """Whether this file calls `.remove()` on the handle, as often as the hook is registered."""
        record = self.file.facts
        if not any(origin.node is self.node for origin in record.removed):
            return self._is_removed_with_its_list
        loop, parent = self.loop, self.file.tree.parents.get(self.node)
        if loop is None or not isinstance(parent, tree.Assign) or not isinstance(parent.targets[0], tree.Name):
            return True
        if any(not self._is_remove(use) for use in uses(self.file.tree, parent.targets[0])):
            return True  # for example, appended to a list
        # One name for the handles of a whole loop: after the loop it has the last one only.
        return any(loop.node in around for origin, around, _ in record.removals if origin.node is self.node)

    @property
    def _is_removed_with_its_list(self) -> bool:
        """Whether the handle is in a list, and a loop of this file calls `.remove()` on its elements."""
        kept = self._list
        around = [n for n in self.file.tree.around(self.node) if isinstance(n, tree.FunctionDef)]
        loops = [loop for loop in self.file.tree.all(tree.For) if kept and tree.dotted(loop.iter) == kept[0]]
        if kept and kept[1]:  # another function may call other handles by these names
            loops = [loop for loop in loops if around and around[-1] in self.file.tree.around(loop)]
        return any(self._removes(loop) for loop in loops)

    @property
    def _list(self) -> tuple[str, bool] | None:
        """The name of the list that the handle is appended to, and whether the handle has a name of its own."""
        parent = self.file.tree.parents.get(self.node)
        if isinstance(parent, tree.Assign) and isinstance(target := parent.targets[0], tree.Name):
            arguments = [self.file.tree.parents.get(use) for use in uses(self.file.tree, target)]
        else:
            target, arguments = None, [parent]
        for argument in arguments:
            call = self.file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
            if isinstance(call, tree.Call) and isinstance(call.func, tree.Attribute) and call.func.attr == "append":
                kept = tree.dotted(call.func.value)
                return (kept, target is not None) if kept else None
        return None

    def _removes(self, loop: tree.For) -> bool:
        target = tree.dotted(loop.target)
        called = (n.func for n in tree.walk(loop) if isinstance(n, tree.Call))
        return any(
            isinstance(f, tree.Attribute) and f.attr == "remove" and tree.dotted(f.value) == target for f in called
        )

    @property
    def is_on_returned_module(self) -> bool:
        """Whether the function returns the hooked module, as a wrapper does that hooks it for good."""
        function, receiver = self.function, tree.root_name(self.receiver.node if self.receiver else None)
        if function is None or receiver is None:
            return False
        returns = (n for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Return))
        returned = {r.value.id for r in returns if isinstance(r.value, tree.Name)}
        return receiver.id in returned or _whole(function, receiver.id) in returned

    @property
    def translates_states(self) -> bool:
        """Whether it is a state_dict hook, which concerns saving and loading."""
        return "state_dict" in self.name and not self._comes_again

    @property
    def changes_the_module(self) -> bool:
        """Whether it changes a module's inputs or outputs, in a function that runs no model: perhaps for good."""
        body, function = self.body, self.function
        if "forward" not in self.name or body is None or function is None or self._comes_again:
            return False
        if self._is_for_a_forward:
            return False  # needed only during the forward
        return _gives_something(body.node) or _works_on_what_it_is_given(body.node)

    @property
    def is_given_parameters(self) -> bool:
        """Whether the same function registers parameters or buffers on the hooked module, which the hook maintains."""
        function, receiver = self.function, tree.root_name(self.receiver.node if self.receiver else None)
        if function is None or receiver is None:
            return False
        calls = (n.func for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Call))
        gives = (
            f for f in calls if isinstance(f, tree.Attribute) and f.attr in ("register_parameter", "register_buffer")
        )
        return any(isinstance(f.value, tree.Name) and f.value.id == receiver.id for f in gives)

    def _is_remove(self, use: tree.Node) -> bool:
        above = self.file.tree.parents.get(use)
        return isinstance(above, tree.Attribute) and above.attr == "remove"

    @property
    def is_stored(self) -> bool:
        """Whether the handle is stored in an attribute or a global."""
        return any(origin.node is self.node for origin in self.file.facts.stored)

    @property
    def leaves(self) -> bool:
        """Whether the handle is returned, or passed to code outside this file."""
        return any(origin.node is self.node for origin in self.file.facts.returned | self.file.facts.passed_to_unknown)

    @property
    def is_on_own_module(self) -> bool:
        """Whether a module hooks itself or its submodules, so that the hook lives as long as its owner."""
        function = self.function
        if function is None or function.owner is None:
            return False
        # A class that registers a hook on itself, and has an unknown base, is a module through that base.
        on_itself = self.receiver is not None and self.receiver.is_self and function.owner.has_unresolved_base
        if not function.owner.is_module and not on_itself:
            return False
        guarded = self.file.tree.above(self.node, tree.If, tree.FunctionDef)
        return function.name != "forward" or isinstance(guarded, tree.If)

    @property
    def is_passed_on(self) -> bool:
        """Whether a function registers its parameter on its parameter, and no caller of it is known."""
        function = self.function
        parameters = {p.name for p in function.node.parameters} if function is not None else set()
        given = (self.receiver, self.registered)
        if any(one is None or not isinstance(one.node, tree.Name) or one.node.id not in parameters for one in given):
            return False
        return not any(isinstance(fact.receiver.source, tree.Call) for fact in self.events)

    @property
    def is_in_forward(self) -> bool:
        """Whether each call of a module registers it: in `forward`, unconditionally."""
        function = self.function
        if function is None or function.owner is None or not function.owner.is_module or function.name != "forward":
            return False
        return not isinstance(self.file.tree.above(self.node, tree.If, tree.FunctionDef), tree.If)

    @property
    def is_in_each_step(self) -> bool:
        """Whether the loop around, over batches or steps, registers it on the same module in each pass."""
        around = self.loop.node if self.loop and not self.is_on_each else None
        if around is not None and bool(self.events) and all(self._passes(fact, around) for fact in self.events):
            return True
        if self.function is None or self.function.name == "__init__" or self._is_for_a_forward:
            return False  # made for an object, or for one look at the model
        found = self._repetitions
        return bool(found) and all(one is not None and not one.is_guarded for one in found)

    @property
    def _is_for_a_forward(self) -> bool:
        """Whether the function around runs a model, so that the hook is needed only then."""
        function = self.function
        return function is not None and any(
            View(self.file, forward.node).is_inside(function) for forward in self.file.facts.forwards
        )

    def _passes(self, fact: HookFact, around: tree.Node) -> bool:
        source = fact.receiver.source
        if source is None or fact.receiver.kind != "module" or fact.receiver.assumed:
            return False  # an unknown module may be a different one each time
        drives = any(loop.node is around and loop.drives and not ends_at_once(loop.node) for loop in fact.where.loops)
        return drives and not self.file.is_within(source, around) and not self._is_made_anew(around)

    def _is_made_anew(self, around: tree.Node) -> bool:
        """Whether a loop makes the object, of which the hooked module is a part, in each pass: a copy of a model."""
        root = tree.root_name(self.receiver.node) if self.receiver else None
        found = reaching_definitions(self.file.tree, root) if root is not None else ()
        made = [one.value for one in found if one is not None and self.file.is_within(one.node, around)]
        return any(isinstance(one, tree.Call) and not _gives_parts(one) for one in made)

    @property
    def _repetitions(self) -> list[Repetition | None]:
        """For each call path, what registers the hook on the same module each time."""
        if self.receiver is None or not hooks_module(self.call.method) or self.is_removed:
            return []
        return [repetition(self.file, self.receiver.node, fact) for fact in self.events]

    @property
    def comes_again_on_same(self) -> bool:
        """Whether forwards or steps register it on the same module again, under a condition perhaps."""
        return any(one is not None for one in self._repetitions)

    @property
    def repeated_by(self) -> str:
        """What adds one more hook each time, in words."""
        kinds = {one.passing.kind for one in self._repetitions if one is not None}
        if self.is_in_forward or kinds == {"forward"}:
            return "call of `forward`"
        return "pass of the loop" if kinds == {"loop"} and self.loop is None else "step"

    @property
    def is_guarded(self) -> bool:
        """Whether a condition decides if it is registered: `if not self.hooked`."""
        return isinstance(self.file.tree.above(self.node, tree.If, *tree.Scope), tree.If)

    @property
    def piles_up(self) -> bool:
        """Whether each forward or step adds one more hook to the module, and none is removed."""
        if self.is_removed or self.leaves or self.is_stored or self.is_guarded:
            return False
        return self.is_in_forward or self.is_in_each_step

    @property
    def is_on_local_module(self) -> bool:
        """Whether the hooked module is constructed in the same function or by the same object, and dies with it."""
        function = self.function
        if function is None:
            return False
        if self._is_part_of_local(function) and not self._is_repeated:
            return True
        if any(loop.depth == len(e.where.chain) for e in self.events for loop in e.where.loops) and not self.is_on_each:
            return False  # the same module in each pass
        sources = [e.receiver.source for e in self.events]
        return all(
            isinstance(s, tree.Call)
            and (View(self.file, s).is_inside(function) or self._is_copy(s) or _makes_both(function, s))
            for s in sources
        )

    def _is_part_of_local(self, function: FunctionView) -> bool:
        """Whether what is hooked is a part of a model that the function constructs: `model.head` of `model = Net()`."""
        root = tree.root_name(self.receiver.node) if self.receiver else None
        one = reaching_definition(self.file.tree, root) if root is not None else None
        made = self.file.facts.values.get(one.value) if one is not None and one.value is not None else None
        source = made.source if made is not None and made.kind == "module" and not made.assumed else None
        return isinstance(source, tree.Call) and View(self.file, source).is_inside(function)

    def _is_copy(self, source: tree.Call) -> bool:
        """Whether the hooked model is a temporary copy, made in a function to be inspected."""
        copied = tree.last_part(source.func) == "deepcopy" and self.file.holds(source)
        return copied and View(self.file, source).function is not None and not self._is_repeated

    @property
    def _is_repeated(self) -> bool:
        """Whether a loop around, here or in a caller, runs this again."""
        return any(e.where.loops for e in self.events)

    @property
    def _comes_again(self) -> bool:
        """Whether a loop around, here or in a caller, runs this again on the same module."""
        return any(not _is_over_modules(loop) for e in self.events for loop in e.where.loops)

    @property
    def runs_once(self) -> bool:
        """Whether it is at the file's top level, and hooks no module twice."""
        return self.function is None and (self.loop is None or self.is_on_each)

    @property
    def is_on_parameter_once(self) -> bool:
        """Whether it hooks a parameter outside any loop over steps, for as long as that is trained."""
        steps = any(loop.drives for e in self.events for loop in e.where.loops)
        return all(e.receiver.made_by == "parameter" for e in self.events) and not steps

    @property
    def is_on_each(self) -> bool:
        """Whether the loop around iterates over modules, and hooks each of them."""
        receiver = tree.root_name(self.receiver.node if self.receiver else None)
        if self.loop is None or receiver is None:
            return False
        found = reaching_definitions(self.file.tree, receiver)
        return any(one is not None and one.node is self.loop.node for one in found)


def _whole(function: FunctionView, part: str) -> str:
    """The module that a name is a submodule of: by `whole.get_submodule(path)`, or a loop over `whole.modules()`."""
    for one in definitions(function.file.tree, function.node).get(part, ()):
        source = one.source
        if isinstance(source, tree.Call) and _gives_parts(source):
            root = tree.root_name(source.func)
            return root.id if root else ""
    return ""


def _is_over_modules(loop: LoopRun) -> bool:
    """Whether a loop iterates over modules, `model.modules()` or `model.blocks`, and calls none."""
    runs = loop.drives or "forward" in loop.did
    over = loop.node.iter if isinstance(loop.node, tree.For) and not runs else None
    return isinstance(over, tree.Attribute) or (isinstance(over, tree.Call) and _gives_parts(over))


def _gives_parts(call: tree.Call) -> bool:
    """Whether a call gives parts of a module: `model.modules()`, `model.get_submodule("head")`."""
    name = tree.last_part(call.func)
    return name == "get_submodule" or has_column(name, "submodules", of="torch.nn.Module")


def _gives_something(body: tree.Node) -> bool:
    """Whether a hook returns a value; what a lambda calls may be for its side effect."""
    if isinstance(body, tree.Lambda):
        return not isinstance(body.body, (tree.Call, tree.Constant))
    given = (n.value for n in tree.walk(body, into_functions=False) if isinstance(n, tree.Return))
    return any(value is not None and not isinstance(value, tree.Constant) for value in given)


def _works_on_what_it_is_given(body: tree.Node) -> bool:
    """Whether a hook changes its arguments in place, or enters or exits a context around the forward."""
    names = {p.name for p in body.parameters} if isinstance(body, (tree.FunctionDef, tree.Lambda)) else set()
    for node in tree.walk(body, into_functions=False):
        func = node.func if isinstance(node, tree.Call) else None
        if not isinstance(func, tree.Attribute):
            continue
        if func.attr in ("__enter__", "__exit__"):
            return True
        root = tree.root_name(func.value)
        if func.attr.endswith("_") and not func.attr.startswith("_") and root is not None and root.id in names:
            return True
    return False


def _makes_both(function: FunctionView, source: tree.Call) -> bool:
    """Whether one object's constructor (or its base's) makes both the hook and the hooked module."""
    if function.owner is None or function.name != "__init__":
        return False
    constructors = (cls.methods.get("__init__") for cls in function.owner.lineage)
    return any(node is source for one in constructors if one is not None for node in tree.walk(one.node))


@query
def registrations(file: File) -> list[HookView]:
    """Registrations of hooks on modules, in source order."""
    places: dict[tree.Node, list[HookFact]] = {}
    for fact in file.facts.hooks:
        if file.holds(fact.node):
            places.setdefault(fact.node, []).append(fact)
    in_order = sorted(places.items(), key=lambda item: item[0].start)
    return [HookView(file, node, tuple(found)) for node, found in in_order]


def is_in_hook_of_its_receiver(call: CallView) -> bool:
    """Whether a call is in a hook of its own receiver, so that it would run that hook again."""
    hooked = tree.dotted(call.receiver.node) if call.receiver else None
    around = set(call.file.tree.around(call.node)) if hooked else set()
    hooks = [hook for hook in registrations(call.file) if hook.body is not None and hook.body.node in around]
    return any(hook.receiver is not None and tree.dotted(hook.receiver.node) == hooked for hook in hooks)
