"""Models that are taken out of a wrapper, where only some ways lead through the wrapper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import Value, alternatives
from torchlint.flow.model_wrappers import is_wrapped
from torchlint.knowledge.signatures import returns_itself
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.syntax import tree
from torchlint.syntax.conditions import conjuncts

if TYPE_CHECKING:
    from torchlint.queries import File

WRAPPERS = (
    "torch.nn.DataParallel",
    "torch.nn.parallel.DistributedDataParallel",
    "torch_geometric.nn.DataParallel",
    "torch_geometric.nn.data_parallel.DataParallel",
)
_FARTHEST = 5  # how many times a model is moved or cast in a row
# What a condition speaks of that is about wrappers, whatever it asks exactly.
_ASKED = ("module", "distributed", "parallel", "ddp", "num_processes", "world_size", "gpu", "rank", "isinstance")


@dataclass(frozen=True, slots=True, eq=False)
class TakenOut(ExpressionView):
    """`model.module`, and the call that wraps the model where it is wrapped."""

    node: tree.Attribute
    wrapper: CallView

    @property
    def model(self) -> ExpressionView:
        """What may be a wrapper."""
        return ExpressionView(self.file, self.node.value)

    @property
    def subject(self) -> tuple[tree.Node, str]:
        """The function that this is in, and the model's name: what one finding is enough for."""
        return self.file.tree.scope(self.node), self.model.text

    @property
    def is_kept_by_object(self) -> bool:
        """Whether an attribute holds the model, which another method may have set."""
        return isinstance(self.node.value, tree.Attribute)

    @property
    def has_its_own(self) -> bool:
        """Whether the class of the model, or of one that it may be, has an attribute of that name itself."""
        return any(_has_module(value) for value in alternatives(self.model.value))

    @property
    def is_asked_for(self) -> bool:
        """Whether a condition, an assertion or a `try` of the function may tell the ways apart."""
        if testing.is_tried(self):
            return True
        units = (unit.tree for unit in self.file.analysis.units)
        wrapping = next((other for other in units if self.wrapper.node in other.parents), self.file.tree)
        return asks_for_wrapper(self.file.tree, self.node, wrapping, self.wrapper.node)


def _has_module(value: Value) -> bool:
    return isinstance(value.ref, Class) and value.ref.attribute("module") is not None


def asks_for_wrapper(syntax: tree.Tree, node: tree.Node, wrapping: tree.Tree, wrapper: tree.Node) -> bool:
    """Whether a condition around some code, or before it, may tell whether a model has been wrapped."""
    asked = {name for test in tests_around(wrapping, wrapper) for name in _names(test)}
    body = syntax.scope(node)
    tests = list(tests_around(syntax, node))
    tests += [one.test for one in syntax.inside(body, tree.Assert)]
    left = (one for one in syntax.inside(body, tree.If) if one.end <= node.start)
    tests += [one.test for one in left if isinstance(one.body[-1], (tree.Return, tree.Raise, tree.Continue))]
    return any(_is_about_wrappers(syntax, test) or not asked.isdisjoint(_names(test)) for test in tests)


def _is_about_wrappers(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition speaks of processes or wrappers; `rank == 0` does not, as it holds in a single process."""
    parts = [part for part in conjuncts(test) if not _is_of_first_rank(part)]
    texts = [syntax.text_of(part).lower().replace(".module", "") for part in parts]  # which takes a wrapper for granted
    return any(word in text for text in texts for word in _ASKED)


def _is_of_first_rank(test: tree.Node) -> bool:
    """Whether a condition is `rank == 0`; a `local_rank` is often -1 in a single process."""
    if not isinstance(test, tree.Compare) or test.ops != ["=="]:
        return False
    name, number = tree.dotted(test.left), test.comparators[0]
    is_zero = isinstance(number, tree.Constant) and number.value == 0
    return is_zero and name is not None and name.rpartition(".")[2] in ("rank", "global_rank")


def taken_out(file: File) -> Iterator[TakenOut]:
    """Each `.module` of a name that is a wrapper on some ways and a bare model on others, in source order."""
    wrappers = {call.node: call for call in file.named_calls(*WRAPPERS)}
    for node in file.tree.all(tree.Attribute) if wrappers else ():
        if node.attr != "module":
            continue
        given = [value for one in _given(file, node.value, 0) for value in _alternatives(one)]
        found = [wrappers[value] for value in given if isinstance(value, tree.Call) and value in wrappers]
        others = [file.value(value).value for value in given if value is not None and value not in wrappers]
        if found and _wraps_in_the_end(file, node, found[-1]):
            continue  # functions run after the file has wrapped the model
        if any(map(_has_module, others)):
            continue  # the other branch wraps the model in a class of the project
        is_bare = all(v.kind == "module" and not is_wrapped(v) for v in others)
        if None in given and not (found and all(_wraps_itself(file, one) for one in found)):
            continue  # what a caller gives may be a wrapper
        if found and (others or None in given) and is_bare:
            yield TakenOut(file, node, found[0])


def _wraps_itself(file: File, wrapper: CallView) -> bool:
    """Whether code says `if ...: self.model = DataParallel(self.model)`, so that what it was given is a bare model."""
    assign, given = file.tree.statement(wrapper.node), tree.positional(wrapper.node, 0)
    around = file.tree.above(assign, tree.If, *tree.Scope)
    if not isinstance(assign, tree.Assign) or given is None or not isinstance(around, tree.If):
        return False
    return tree.dotted(given) is not None and tree.dotted(given) in map(tree.dotted, assign.targets)


def _given(file: File, model: tree.Node, depth: int) -> list[tree.Node | None]:
    """What a name is given where it is read, or an attribute of `self` in its class, before it is moved or cast."""
    if isinstance(model, tree.Name):
        values = [one.value if one is not None else None for one in reaching_definitions(file.tree, model)]
    else:
        cls, dotted = file.tree.above(model, tree.ClassDef), tree.dotted(model) or ""
        is_own = cls is not None and dotted.startswith("self.")
        values = [one.value for one in assignments_to(file.tree, cls, dotted)] if cls is not None and is_own else []
    found: list[tree.Node | None] = []
    for value in values:
        func = value.func if isinstance(value, tree.Call) else None
        if not isinstance(func, tree.Attribute) or not returns_itself(func.attr) or depth > _FARTHEST:
            found.append(value)
        elif isinstance(func.value, tree.Name):
            found += _given(file, func.value, depth + 1)
        elif tree.dotted(func.value) != tree.dotted(model):
            found.append(func.value)
    return found


def _wraps_in_the_end(file: File, node: tree.Attribute, wrapper: CallView) -> bool:
    """Whether a function reads a global, and the last statement of the file that assigns it wraps it in any case."""
    if not isinstance(node.value, tree.Name) or file.tree.scope(node) is file.tree.root:
        return False
    name, body = node.value.id, file.tree.root.body
    assigning = [one for one in body if any(a.name == name for a in assignments_in(one, into_functions=False))]
    return bool(assigning) and isinstance(assigning[-1], tree.Assign) and assigning[-1].value is wrapper.node


def _alternatives(value: tree.Node | None) -> Iterator[tree.Node | None]:
    """What a name is given: both sides of a conditional expression."""
    sides = [value.body, value.orelse] if isinstance(value, tree.Conditional) else []
    yield from (inner for side in sides for inner in _alternatives(side))
    if not sides:
        yield value


def tests_around(syntax: tree.Tree, node: tree.Node) -> Iterator[tree.Expression]:
    """The conditions that decide whether code runs, in its function; those of a function, in the one around it."""
    for around in syntax.around(node):
        if isinstance(around, (tree.If, tree.Conditional, tree.While)):
            yield around.test
        elif isinstance(around, tree.FunctionDef) and around is not node:
            return


def _names(test: tree.Expression) -> set[str]:
    """The names and attributes that a condition reads, such as `args.gpus` for `args.gpus > 1`."""
    found = {tree.dotted(node) for node in tree.walk(test) if isinstance(node, (tree.Name, tree.Attribute))}
    named = {name for name in found if name and ("." in name or name not in ("args", "self", "config", "torch"))}
    return {name.removeprefix("self.") for name in named}  # which the constructor may have been given
