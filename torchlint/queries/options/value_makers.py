"""Which calls made what an expression holds, where all of them are known: the other way round from `namespaces`.

`namespaces` lists all that may happen to a namespace. Here a variable, parameter, attribute or result counts only if
each of its values is known, and each of the calls that may pass it one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from torchlint.binding.decorators import may_change_calls
from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import definitions_of, owner_of, reaching_definitions
from torchlint.knowledge.command_line import PARSES_SOME, RUNS_WITH
from torchlint.knowledge.signatures import WITHOUT_FIELDS
from torchlint.queries.options.callees import Callees, Signature
from torchlint.queries.options.occurrences import Occurrences, Variable, is_stored
from torchlint.queries.options.programs import Programs
from torchlint.syntax import tree

# How long a chain of names, calls and parameters is followed, and how much of a program is looked at.
_DEEPEST = 30
_MOST_STEPS = 20_000
# What gives an object with the same attributes, or the dict of these.
_SAME = frozenset(("copy", "deepcopy", "vars"))
# Bases that assign no attribute of such a kind.
_PLAIN = frozenset(("Module", "Dataset", *(name.rpartition(".")[2] for name in WITHOUT_FIELDS)))


@dataclass(frozen=True, slots=True)
class Made:
    """A call that no function of the program stands behind, and which part of its result is meant."""

    syntax: tree.Tree
    call: tree.Call
    element: int | None = None  # of the tuple that it returns


_Asked = tuple[str, object, int | None]  # what is worked out: of which code, and which element of a tuple
_Caller = tuple[tree.Tree, tree.Call, Signature]
_Passed = tuple[tree.Tree, tree.Call, tree.Expression]  # a call, and what it runs


class _Unknown(Exception):
    """Raised where a value may come from what is not seen."""


class Makers:
    """Finds what made the values of expressions in a program's files."""

    def __init__(self, programs: Programs, found: Occurrences, callees: Callees) -> None:
        self._programs, self._found, self._callees = programs, found, callees
        self._known: dict[_Asked, frozenset[Made] | None] = {}
        self._busy: set[_Asked] = set()
        self._is_partial = False  # whether something was left out because it is being worked out
        self._steps = 0
        self._callers_of: dict[tree.Node, list[_Caller] | None] = {}
        self._signatures: dict[tree.Node, list[Signature]] = {}
        self._set_by_others: dict[str, bool] = {}
        self._inherited: dict[tuple[str, str], bool] = {}
        self._run: dict[str, list[_Passed]] | None = None

    def of(self, syntax: tree.Tree, node: tree.Expression) -> frozenset[Made] | None:
        """All calls that may have made the value of an expression; None where others may have."""
        try:
            return frozenset(self._of(syntax, node, None, 0))
        except _Unknown:
            return None

    def _of(self, syntax: tree.Tree, node: tree.Node | None, element: int | None, depth: int) -> Iterable[Made]:
        if node is None or depth > _DEEPEST:
            raise _Unknown
        return self._once(("value", node, element), lambda: self._made(syntax, node, element, depth))

    def _once(self, key: _Asked, work: Callable[[], Iterable[Made]]) -> Iterable[Made]:
        """The result of some work; nothing where that work itself asks for it, as the other ways bring all."""
        if key in self._known:
            known = self._known[key]
            if known is None:
                raise _Unknown
            return known
        if key in self._busy:
            self._is_partial = True
            return ()
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _Unknown
        self._busy.add(key)
        try:
            found = frozenset(work())
        except _Unknown:
            self._known[key] = None
            raise
        finally:
            self._busy.discard(key)
        if not self._busy:
            self._is_partial = False
        if not self._is_partial:
            self._known[key] = found
        return found

    def _made(self, syntax: tree.Tree, node: tree.Node, element: int | None, depth: int) -> Iterable[Made]:
        if isinstance(node, tree.Constant) and node.value is None:
            return ()
        if isinstance(node, tree.Conditional):
            parts = (node.body, node.orelse)
            return self._all(self._of(syntax, one, element, depth + 1) for one in parts)
        if isinstance(node, tree.Name):
            return self._of_variable(syntax, node, element, depth + 1)
        if isinstance(node, tree.Attribute) and node.attr == "__dict__":
            return self._of(syntax, node.value, element, depth + 1)
        if isinstance(node, tree.Attribute) and element is None:
            if self._may_be_of_library(syntax, node, depth + 1):
                raise _Unknown
            return self._once(("attribute", node.attr, None), lambda: self._of_attribute(node, depth + 1))
        if isinstance(node, tree.Call):
            return self._of_call(syntax, node, element, depth + 1)
        if isinstance(node, tree.Tuple) and element is not None and element < len(node.elements):
            return self._of(syntax, node.elements[element], None, depth + 1)
        if isinstance(node, tree.Subscript) and element is None:
            place = tree.integer_literal(node.index)
            if place is not None and place >= 0 and isinstance(node.value, tree.Call):
                return self._of(syntax, node.value, place, depth + 1)
        raise _Unknown

    def _all(self, parts: Iterable[Iterable[Made]]) -> set[Made]:
        return {one for part in parts for one in part}

    def _of_variable(self, syntax: tree.Tree, name: tree.Name, element: int | None, depth: int) -> Iterable[Made]:
        reaching = [one for one in reaching_definitions(syntax, name) if one is not None]
        if not reaching:
            raise _Unknown  # of a builtin's name, or a star import
        if self._is_set_by_others(syntax, name):
            raise _Unknown
        return self._all([self._of_definition(syntax, one, element, depth) for one in reaching])

    def _is_set_by_others(self, syntax: tree.Tree, name: tree.Name) -> bool:
        """Whether a file may give another one's variable a value: `settings.args = args`."""
        if owner_of(syntax, name) is not syntax.root:
            return False
        if name.id not in self._set_by_others:
            self._set_by_others[name.id] = any(
                self._found.module_of(its, tree.dotted(one.value) or "") != "" and is_stored(its, one)
                for its in self._found.trees
                for one in self._found.attributes(its, name.id)
                if isinstance(one, tree.Attribute)
            )
        return self._set_by_others[name.id]

    def _of_definition(self, syntax: tree.Tree, made: Definition, element: int | None, depth: int) -> Iterable[Made]:
        if made.kind == "parameter":
            key = ("parameter", made.node, element)
            return self._once(key, lambda: self._of_parameter(syntax, made, element, depth))
        if made.kind == "import":
            return self._of_import(syntax, made, element, depth)
        if made.kind not in ("assignment", "named"):
            raise _Unknown
        if made.value is not None:
            return self._of(syntax, made.value, element, depth)
        if isinstance(made.node, tree.Assign) and element is None:
            for target in made.node.targets:
                if isinstance(target, tree.Tuple) and made.target in target.elements:
                    return self._of(syntax, made.node.value, target.elements.index(made.target), depth)
        raise _Unknown

    def _of_import(self, syntax: tree.Tree, made: Definition, element: int | None, depth: int) -> Iterable[Made]:
        """The values of another file's variable."""
        whole = syntax.parents.get(made.node) if isinstance(made.node, tree.Alias) else made.node
        aliases = whole.names if isinstance(whole, tree.ImportFrom) else []
        original = next((one.name for one in aliases if (one.asname or one.name) == made.name), "")
        if not original or not isinstance(whole, tree.ImportFrom):
            raise _Unknown
        found = []
        for other in self._callees.files("." * whole.level + whole.module):
            names = self._found.names(other, original)
            own = next((one for one in names if owner_of(other, one) is other.root), None)
            found += [(other, one) for one in definitions_of(other, own)] if own is not None else []
        if not found:
            raise _Unknown
        return self._all([self._of_definition(other, one, element, depth + 1) for other, one in found])

    def _of_attribute(self, node: tree.Attribute, depth: int) -> Iterable[Made]:
        """The values of `self.args`: what the class assigns, or if others may, what anything does."""
        given = self._found.assigned(node.attr)
        if not given or any(True for _ in self._found.held_by_classes(node.attr)):
            raise _Unknown
        return self._all([self._of(its, value, None, depth) for its, value in given])

    def _may_be_of_library(self, syntax: tree.Tree, node: tree.Attribute, depth: int) -> bool:
        """Whether an attribute may be one that the code of a library assigns, such as `args` of a trainer."""
        if tree.dotted(node.value) == "self":
            cls = syntax.above(node, tree.ClassDef)
            return isinstance(cls, tree.ClassDef) and self._has_of_library(cls.name, node.attr)
        try:
            owners = self._of(syntax, node.value, None, depth)
        except _Unknown:
            return False
        return any(self._is_of_library(one, node.attr) for one in owners)

    def _is_of_library(self, made: Made, name: str) -> bool:
        """Whether an object with such an attribute is not made by one of the program's classes that assigns it."""
        cls = tree.last_name(made.call.func)
        return not self._found.classes(cls) or self._has_of_library(cls, name)

    def _has_of_library(self, cls: str, name: str) -> bool:
        """Whether objects of a class, or of one that derives from it, get an attribute from a base of a library."""
        key = (cls, name)
        if key not in self._inherited:
            self._inherited[key] = any(self._inherits(heir, name) for heir in self._found.heirs(cls))
        return self._inherited[key]

    def _inherits(self, cls: str, name: str) -> bool:
        family, is_open = [cls], False
        for here in family:  # grows
            for _, one in self._found.classes(here):
                if any(tree.dotted(target) == f"self.{name}" for target in (a.target for a in assignments_in(one))):
                    return False
                bases = [tree.last_part(base.value) for base in one.bases if not base.keyword]
                family += [base for base in bases if base not in family]
            is_open = is_open or not (self._found.classes(here) or here in _PLAIN)
        return is_open

    def _of_parameter(self, syntax: tree.Tree, made: Definition, element: int | None, depth: int) -> Iterable[Made]:
        function = syntax.above(made.node, tree.FunctionDef, tree.Lambda)
        parameter = made.node
        if not isinstance(function, tree.FunctionDef) or not isinstance(parameter, tree.Parameter):
            raise _Unknown
        if parameter.kind not in ("positional", "keyword") or may_change_calls(function):
            raise _Unknown
        if function not in self._callers_of:
            self._callers_of[function] = self._callers(syntax, function)
        passed = self._callers_of[function]
        if not passed:
            raise _Unknown
        return self._all(self._passed(*one, parameter, element, depth) for one in passed)

    def _passed(
        self,
        syntax: tree.Tree,
        call: tree.Call,
        signature: Signature,
        parameter: tree.Parameter,
        element: int | None,
        depth: int,
    ) -> Iterable[Made]:
        """What a call gives a parameter."""
        holder = Variable(signature.syntax, signature.scope, parameter.name)
        if _runs_with(call, signature):
            given = _run_with(call, signature, holder)
        else:
            given = [one.value for one in call.args if holder in signature.bound(call, one)]
        if any(one.star for one in call.args) or len(given) > 1:
            raise _Unknown
        if given:
            return self._of(syntax, given[0], element, depth + 1)
        if parameter.default is None:
            return set()  # another function of the name: this call would fail
        return self._of(signature.syntax, parameter.default, element, depth + 1)

    def _callers(self, syntax: tree.Tree, function: tree.FunctionDef) -> list[_Caller] | None:
        """The calls that may run a function, with how they pass arguments; None where others may, too."""
        around = syntax.parents.get(function)
        is_constructor = isinstance(around, tree.ClassDef) and function.name == "__init__"
        is_method = isinstance(around, tree.ClassDef) and not is_constructor
        if function.name.startswith("__") and not is_constructor:
            return None
        names = (
            self._found.heirs(around.name) if isinstance(around, tree.ClassDef) and is_constructor else [function.name]
        )
        found = self._calls("__init__", function) if is_constructor else []
        for name in [*names, *(other for one in names for other in self._found.renamings(one))]:
            if self._is_passed_on(syntax, name, is_method=is_method):
                return None
            found += self._calls(name, function)
        return found

    def _calls(self, name: str, function: tree.FunctionDef) -> list[_Caller]:
        passed = [(its, call, call.func) for its, call in self._found.calls(name)] + self._runners().get(name, [])
        found = []
        for its, call, called in passed:
            if called not in self._signatures:
                self._signatures[called] = self._callees.signatures(its, called)
            found += [(its, call, one) for one in self._signatures[called] if one.scope is function]
        return found

    def _runners(self) -> dict[str, list[_Passed]]:
        """What is given to `mp.spawn` and the like to be run, by its last name."""
        if self._run is None:
            self._run = {}
            for runner in RUNS_WITH:
                for its, call in self._found.calls(runner):
                    for one in call.args:
                        self._run.setdefault(tree.last_name(one.value), []).append((its, call, one.value))
        return self._run

    def _is_passed_on(self, syntax: tree.Tree, name: str, *, is_method: bool) -> bool:
        """Whether something of a name is used otherwise than to call it, so that it may be called from elsewhere."""
        for its in self._programs.trees.values():
            for node in self._found.names(its, name):
                above = its.parents.get(node)
                if (isinstance(above, tree.Call) and above.func is node) or _is_renamed(its, node):
                    continue  # it is called, or called by the name of a variable, which is asked for as well
                owner = owner_of(its, node)
                is_it = its is syntax if owner is its.root else self._found.module_of(its, name) != ""
                is_named = not is_method and (is_it or owner is None)
                is_base = isinstance(above, tree.Argument) and isinstance(its.parents.get(above), tree.ClassDef)
                is_tested = isinstance(above, tree.Attribute) or _is_type_tested(its, node) or _is_run(its, node)
                if is_named and not is_base and not is_tested and not _is_annotation(its, node):
                    return True
            for member in self._found.attributes(its, name):
                above = its.parents.get(member)
                is_called = (isinstance(above, tree.Call) and above.func is member) or _is_run(its, member)
                root = tree.root_name(member)
                is_of_module = root is not None and self._found.module_of(its, root.id) != ""
                if not is_called and (is_method or is_of_module) and not isinstance(above, tree.Attribute):
                    return True
        return False

    def _of_call(self, syntax: tree.Tree, call: tree.Call, element: int | None, depth: int) -> Iterable[Made]:
        name = tree.last_name(call.func)
        if name in PARSES_SOME and element is None:
            raise _Unknown  # a tuple, which has no attributes of the kind
        if name in _SAME and len(call.args) == 1:
            return self._of(syntax, call.args[0].value, element, depth)
        signatures = self._callees.signatures(syntax, call.func)
        if not signatures or all(isinstance(one.scope, tree.ClassDef) or _constructs(one) for one in signatures):
            return {Made(syntax, call, element)}
        return self._all(self._returned(one, element, depth) for one in signatures)

    def _returned(self, signature: Signature, element: int | None, depth: int) -> Iterable[Made]:
        syntax, function = signature.syntax, signature.scope
        if not isinstance(function, tree.FunctionDef) or may_change_calls(function) or function.is_async:
            raise _Unknown
        returned = [one.value for one in syntax.own(function, tree.Return)]
        if not returned or syntax.own(function, tree.Yield):
            raise _Unknown
        return self._all([self._of(syntax, one, element, depth + 1) for one in returned])


def _is_renamed(syntax: tree.Tree, node: tree.Expression) -> bool:
    """Whether a name is given to a variable, `Trainer = ImageTrainer`, or is that variable."""
    above = syntax.parents.get(node)
    while isinstance(above, tree.Conditional) and above.test is not node:
        node, above = above, syntax.parents.get(above)
    return isinstance(above, tree.Assign) and all(isinstance(one, tree.Name) for one in above.targets)


def _is_run(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a function is given to what runs it with arguments of their own: `mp.spawn(main, args=(n, args))`."""
    above = syntax.parents.get(node)
    call = syntax.parents.get(above) if isinstance(above, tree.Argument) else None
    return isinstance(call, tree.Call) and tree.last_name(call.func) in RUNS_WITH


def _runs_with(call: tree.Call, signature: Signature) -> bool:
    """Whether a call runs a function that it is given, and not the one that it names."""
    name = tree.last_name(call.func)
    return name in RUNS_WITH and isinstance(signature.scope, tree.FunctionDef) and signature.scope.name != name


def _run_with(call: tree.Call, signature: Signature, holder: Variable) -> list[tree.Expression]:
    """What a parameter of a function gets that is run: an element of the tuple of arguments."""
    skipped = RUNS_WITH[tree.last_name(call.func)]
    given = next((one.value for one in call.args if one.keyword == "args"), None)
    if not isinstance(given, tree.Tuple) or any(one.keyword == "kwargs" for one in call.args):
        raise _Unknown
    return [one for place, one in enumerate(given.elements) if holder in signature.at(place + skipped)]


def _constructs(signature: Signature) -> bool:
    return isinstance(signature.scope, tree.FunctionDef) and signature.scope.name in ("__init__", "__new__")


def _is_annotation(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a name is the type of a parameter, a variable or a result."""
    here = node
    for above in syntax.around(node):
        if isinstance(above, (tree.Parameter, tree.AnnotatedAssign)) and above.annotation is here:
            return True
        if isinstance(above, tree.FunctionDef):
            return above.returns is here
        here = above
    return False


def _is_type_tested(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a name is given to `isinstance` or `super`."""
    call = syntax.above(node, tree.Call)
    return isinstance(call, tree.Call) and tree.last_name(call.func) in ("isinstance", "issubclass", "super")
