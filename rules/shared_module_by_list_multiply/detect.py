"""Lists that look as if they held several layers, and hold one several times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import (
    owner_of,
    reaching_definition,
    reaching_definitions,
    resolved_expression,
    uses_reached_by,
)
from torchlint.finding import Edit
from torchlint.queries import ExpressionView, View, query
from torchlint.queries.modules import surely_has_parameters
from torchlint.syntax import tree

from .detect_containers import is_given_to_container

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedModule(View):
    """A list with one module in it several times: `[layer] * n`, `[layer for _ in range(n)]`."""

    module: ExpressionView
    times: ExpressionView | None  # how often, where that is written as a factor

    @property
    def is_once(self) -> bool:
        """Whether the factor is written as 1, or each loop of the comprehension goes over `range(1)`."""
        if isinstance(self.node, tree.Comprehension):
            return all(_is_one_pass(clause.iter) for clause in self.node.clauses)
        return _is_at_most_one(self.times.node if self.times else None)

    @property
    def is_shared_on_purpose(self) -> bool:
        """Whether the names around say that the layers are to be one: `self.shared = ...`."""
        said = self.statement.code.lower()
        return any(word in said for word in ("shared", "share_", "tied", "recurren")) or self._is_a_choice

    @property
    def _is_a_choice(self) -> bool:
        """Whether a condition chooses between this list and one of copies, or of modules made anew."""
        statement = self.statement.node
        choice = self.file.tree.parents.get(statement)
        if not isinstance(statement, tree.Assign) or not isinstance(choice, tree.If):
            return False
        in_body, in_other = self.file.tree.once(_lists_made_anew, choice)
        made_anew = in_other if statement in choice.body else in_body
        return any(tree.dotted(target) in made_anew for target in statement.targets)

    @property
    def is_copied(self) -> bool:
        """Whether the list is only gone through, to copy what is in it."""
        return isinstance(self.file.tree.parents.get(self.node), (tree.Clause, tree.For))

    @property
    def is_among_others(self) -> bool:
        """Whether the list that is multiplied has several entries."""
        lists = (self.node.left, self.node.right) if isinstance(self.node, tree.BinaryOp) else ()
        return any(isinstance(one, tree.List) and len(one.elements) > 1 for one in lists)

    @property
    def is_added(self) -> bool:
        """Whether a loop adds the module to the list."""
        return isinstance(self.node, tree.Call)

    @property
    def container(self) -> View:
        """The list itself."""
        func = self.node.func if isinstance(self.node, tree.Call) else None
        return View(self.file, func.value) if isinstance(func, tree.Attribute) else self

    @property
    def instead(self) -> str:
        """What to write."""
        if self.is_among_others:
            return "create the layers in a loop"
        if self.times is not None:
            return f"write `[{self.module} for _ in range({self.times})]`"
        if self.is_added:
            return "create the module inside the loop"
        made = resolved_expression(self.file.tree, self.module.node)
        if isinstance(made, tree.Name):
            return "copy it for each entry"
        if not isinstance(self.node, tree.Comprehension):
            return "create the module inside the comprehension"
        loops = self.file.text[self.node.element.end : self.node.clauses[-1].end]
        return f"write `[{View(self.file, made)} {' '.join(loops.split())}]`"

    def made_anew(self) -> tuple[Edit, ...]:
        """The edit that makes as many modules as the list has entries; none where the module has a name."""
        if self.times is None or self.is_among_others or not isinstance(self.module.node, tree.Call):
            return ()
        text = self.file.tree.text_of(self.node)
        if "\n" in self.module.code or text.count("[") != text.count("]"):
            return ()
        return (Edit(self.span, f"[{self.module.code} for _ in range({self.times.code})]"),)


def _lists_made_anew(_: tree.Tree, choice: tree.Node) -> list[frozenset[str | None]]:
    """The names that each branch of an `if` gives a list of modules of their own."""
    assert isinstance(choice, tree.If)
    found = []
    for branch in (choice.body, choice.orelse):
        lists = (one for one in branch if isinstance(one, tree.Assign) and _makes_each_anew(one.value))
        found.append(frozenset(tree.dotted(target) for one in lists for target in one.targets))
    return found


def _makes_each_anew(value: tree.Node) -> bool:
    return any(isinstance(n, tree.Comprehension) and isinstance(n.element, tree.Call) for n in tree.walk(value))


def _is_at_most_one(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value in (0, 1)


def _is_one_pass(over: tree.Expression) -> bool:
    """Whether a loop has no second pass, as it is written: `range(1)`."""
    if not isinstance(over, tree.Call) or tree.dotted(over.func) != "range" or len(over.args) != 1:
        return False
    return _is_at_most_one(over.args[0].value)


def repeated_modules(file: File) -> Iterator[RepeatedModule]:
    """The lists that hold one module with parameters several times, in source order."""
    found = [*_multiplied(file), *_comprehended(file), *_appended(file)]
    yield from sorted(found, key=lambda repeated: repeated.node.start)


def _multiplied(file: File) -> Iterator[RepeatedModule]:
    for product in file.tree.all(tree.BinaryOp):
        if product.op != "*":
            continue
        for display, factor in ((product.left, product.right), (product.right, product.left)):
            made = _first_made(file, display) if isinstance(display, tree.List) else None
            if made is not None:
                yield RepeatedModule(file, product, made, ExpressionView(file, factor))


def _first_made(file: File, display: tree.List) -> ExpressionView | None:
    """The first layer with parameters that a list makes: the Linear of `[nn.Linear(8, 8), nn.ReLU()]`."""
    views = (ExpressionView(file, element) for element in display.elements)
    return next((view for view in views if isinstance(view.node, tree.Call) and _is_made(view, view.node)), None)


def _comprehended(file: File) -> Iterator[RepeatedModule]:
    """Comprehensions whose element is a layer that the same function has made before, given to a container."""
    for loop in file.tree.all(tree.Comprehension):
        element = loop.element
        if loop.value is not None or not isinstance(element, tree.Name):
            continue
        function = file.tree.above(loop, tree.FunctionDef)
        module = ExpressionView(file, element)
        if owner_of(file.tree, element) is loop or function is None:
            continue
        if (_is_made(module, function) or _is_made_for(module, function)) and is_given_to_container(
            file, file.tree, loop
        ):
            yield RepeatedModule(file, loop, module, None)


def _appended(file: File) -> Iterator[RepeatedModule]:
    """Layers made before a loop that each pass adds to a list of layers: `for _ in range(n): layers.append(layer)`."""
    for loop in file.tree.all(tree.For):
        if not isinstance(loop.iter, tree.Call) or tree.dotted(loop.iter.func) != "range" or _is_one_pass(loop.iter):
            continue
        if any(True for _ in file.tree.inside(loop, tree.Break)):
            continue  # may end after the first pass
        function = file.tree.above(loop, tree.FunctionDef)
        for call in (one.value for one in loop.body if isinstance(one, tree.ExpressionStatement)):
            if function is None or not isinstance(call, tree.Call) or tree.last_name(call.func) != "append":
                continue
            added, layers = tree.positional(call, 0), getattr(call.func, "value", None)
            one = reaching_definition(file.tree, added) if isinstance(added, tree.Name) else None
            if one is None or one.kind != "assignment" or file.is_within(one.node, loop) or added is None:
                continue
            module = ExpressionView(file, added)
            if _is_made(module, function) and isinstance(layers, tree.Expression) and _holds_layers(file, layers):
                yield RepeatedModule(file, call, module, None)


def _holds_layers(file: File, layers: tree.Expression) -> bool:
    """Whether what is appended to is one of PyTorch's containers, or a list that one is made of."""
    if ExpressionView(file, layers).value.kind == "module":
        return True
    if not isinstance(layers, tree.Name):
        return False
    places = (one.node for one in reaching_definitions(file.tree, layers) if one is not None)
    return any(_is_named_for_container(file, layers, place) for place in places)


def _is_named_for_container(file: File, layers: tree.Name, place: tree.Node) -> bool:
    """Whether a container is made of the list that a name is given at a place."""
    known = _lists_of_layers(file)
    key = (layers.id, place)
    if key not in known:
        names = uses_reached_by(file.tree, layers, place)
        known[key] = any(is_given_to_container(file, file.tree, name) for name in names)
    return known[key]


@query
def _lists_of_layers(_: File) -> dict[tuple[str, tree.Node], bool]:
    """Whether containers are made of what names are given; added when it is asked for."""
    return {}


def _is_made(module: ExpressionView, within: tree.Node) -> bool:
    """Whether an expression is a module with parameters that is made in some code, or by a function it calls."""
    source = module.value.source
    if source is None or not surely_has_parameters(module.value):
        return False
    return module.file.is_within(source, within) or _is_made_by_function(module, source)


def _is_made_by_function(module: ExpressionView, source: tree.Node) -> bool:
    """Whether an expression is a call of a function that makes the module in its own code."""
    call = resolved_expression(module.file.tree, module.node)
    called = module.file.facts.definitions.get(call, ()) if isinstance(call, tree.Call) else ()
    functions = (one for one in called if isinstance(one, Function) and isinstance(source, tree.Call))
    return any(one.unit.tree.above(source, *tree.Scope) is one.node for one in functions)


def _is_made_by_function_for(file: File, function: tree.Node, parameter: str) -> bool:
    """Whether a call in this file passes what another function makes on the spot: `clones(conv(8), 6)`."""
    if not isinstance(function, tree.FunctionDef):
        return False
    calls = file.tree.calls_named(function.name)
    given = [tree.passed_to(function, call).get(parameter) for call in calls if isinstance(call.func, tree.Name)]
    views = [ExpressionView(file, one) for one in given if isinstance(one, tree.Call)]
    sources = [(view, view.value.source) for view in views if surely_has_parameters(view.value)]
    return any(source is not None and _is_made_by_function(view, source) for view, source in sources)


def _is_made_for(module: ExpressionView, function: tree.Node) -> bool:
    """Whether a name is a parameter for which a call of the function makes a module: `clones(Block(8), 6)`."""
    file, source = module.file, module.value.source
    one = reaching_definition(file.tree, module.node) if isinstance(module.node, tree.Name) else None
    if source is None or one is None or one.kind != "parameter" or not surely_has_parameters(module.value):
        return False
    if _is_made_by_function_for(file, function, one.name):
        return True
    unit = file.analysis.unit_of(source)
    argument = unit.tree.parents.get(source) if unit is not None else None
    call = unit.tree.parents.get(argument) if unit is not None and isinstance(argument, tree.Argument) else None
    called = file.facts.definitions.get(call, ()) if isinstance(call, tree.Call) else ()
    return any(isinstance(one, Function) and one.node is function for one in called)
