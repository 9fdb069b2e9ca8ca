"""What a program's files do with the namespace that argparse returns: which attributes are read, and where it goes.

The namespace is followed from variable to variable, whatever the order of the code. Attributes, keys and functions
are known by their names alone: after `self.args = args`, each `x.args` of the program may be it, and each function of a
name may be what is called. So some reads are of other objects, and none is missing as long as nothing has *escaped*:
been given to code that is not known.

Long because each way of using an object has to be known, so that none is missed.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field

from torchlint.binding.definitions import assigned
from torchlint.knowledge.command_line import (
    COPIES,
    COPYING_METHODS,
    GIVES_ALL,
    LOOKS_UP,
    PARSES,
    PARSES_SOME,
    READS_ITS_OWN,
    RUNS_WITH,
    SHOWS,
    STORES,
    TRACKS,
)
from torchlint.queries.options.callees import Callees, Signature
from torchlint.queries.options.occurrences import (
    Holder,
    Member,
    Occurrences,
    Place,
    Result,
    Variable,
    is_stored,
    owner_of_attribute,
    variable_of,
)
from torchlint.queries.options.programs import Programs
from torchlint.queries.options.shown_values import is_shown, iterates_to_show, makes_command_line
from torchlint.syntax import tree

# A field of a text that is filled in from a dict.
_NAMED_FIELD = re.compile(r"%\((\w+)\)")
# What such an object is usually called.
_USUAL = frozenset(("args", "opt", "opts", "hparams", "flags", "FLAGS"))


@dataclass(slots=True)
class Uses:
    """What becomes of the namespaces of a program."""

    reads: dict[str, list[Place]] = field(default_factory=dict)  # by the attribute's name
    escapes: list[Place] = field(default_factory=list)  # where one is given to code that is not known
    lookups: list[Place] = field(default_factory=list)  # where attributes are read whose names are not known
    assigned: dict[str, list[Place]] = field(default_factory=dict)  # the objects given attributes, by their names
    fills: list[Place] = field(default_factory=list)  # the objects given attributes whose names are not known
    stores: bool = False  # whether one is written to a file
    are_all_handed_on: bool = False  # whether a library or another program gets all, and reads what it knows


def uses_in(programs: Programs) -> Uses:
    """What becomes of all namespaces that the calls of `parse_args` in these programs return."""
    return programs.once(lambda: _Follower(programs.trees).followed(programs), "uses of namespaces")


class _Follower:
    """Follows namespaces from one holder to the next until there is no new one."""

    def __init__(self, trees: Mapping[str, tree.Tree]) -> None:
        self._found = Occurrences(trees.values())
        self._callees = Callees(self._found, trees)
        self._uses = Uses()
        self._holders: set[Holder] = set()
        self._todo: list[Holder] = []

    def followed(self, programs: Programs) -> Uses:
        """All uses."""
        for syntax in programs.parsing:
            for call in syntax.all(tree.Call):
                name = tree.last_name(call.func)
                if name in PARSES | PARSES_SOME:
                    self._follow_result(syntax, call, None if name in PARSES else 0)
        while self._todo:
            holder = self._todo.pop()
            if isinstance(holder, Result):
                for syntax, call in self._found.calls(holder.function):
                    self._follow_result(syntax, call, holder.element)
            else:
                for syntax, node in self._found.held(holder):
                    if not is_stored(syntax, node) and not self._is_setting(node):
                        self._use(syntax, node)
        return self._uses

    def _add(self, holder: Holder) -> None:
        if holder not in self._holders:
            self._holders.add(holder)
            self._todo.append(holder)

    def _is_setting(self, node: tree.Expression) -> bool:
        """Whether this is `args.config`, a setting that is called as something else that holds a namespace."""
        owner = owner_of_attribute(node)
        return owner is not None and tree.last_name(owner) in _USUAL

    def _follow_result(self, syntax: tree.Tree, call: tree.Call, element: int | None) -> None:
        if element is None:
            self._use(syntax, call)
            return
        above = syntax.parents.get(call)
        if isinstance(above, tree.Subscript) and tree.integer_literal(above.index) is not None:
            self._use(syntax, above)
        elif isinstance(above, tree.Assign) and all(isinstance(one, tree.Tuple) for one in above.targets):
            for target in above.targets:
                assert isinstance(target, tree.Tuple)
                if element < len(target.elements):
                    self._assign(syntax, target.elements[element])
        elif not isinstance(above, tree.ExpressionStatement):
            self._escape(syntax, call)

    def _escape(self, syntax: tree.Tree, node: tree.Expression) -> None:
        self._uses.escapes.append((syntax, node))

    def _store(self, syntax: tree.Tree, owner: tree.Expression, name: str | None) -> None:
        """An attribute is given to what may be a namespace; without a name, one that is not known."""
        where = self._uses.fills if name is None else self._uses.assigned.setdefault(name, [])
        where.append((syntax, owner))

    def _read(self, syntax: tree.Tree, node: tree.Expression, name: str) -> None:
        self._uses.reads.setdefault(name, []).append((syntax, node))

    def _assign(self, syntax: tree.Tree, target: tree.Expression) -> None:
        """Something is given a namespace as its value."""
        if isinstance(target, tree.Name):
            self._add(variable_of(syntax, target))
        elif isinstance(target, tree.Attribute):
            self._add(Member(target.attr))
        elif isinstance(target, tree.Subscript) and (key := tree.string_of(target.index)) is not None:
            self._add(Member(key))
        else:
            self._escape(syntax, target)

    def _use(self, syntax: tree.Tree, node: tree.Expression) -> None:
        """An expression that may be a namespace, or its dict: what the code around does with it."""
        above = syntax.parents.get(node)
        if isinstance(above, tree.Attribute):
            self._attribute(syntax, above)
        elif isinstance(above, tree.Subscript):
            self._item(syntax, above, node)
        elif isinstance(above, tree.Argument):
            call = syntax.parents[above]
            assert isinstance(call, (tree.Call, tree.ClassDef))
            if isinstance(call, tree.Call):
                self._given(syntax, call, above)
        elif isinstance(above, (tree.Assign, tree.AnnotatedAssign, tree.NamedExpression)):
            for _, target, value in assigned(above):
                if value is node:
                    self._assign(syntax, target)
            if isinstance(above, tree.Assign) and any(isinstance(one, tree.Tuple) for one in above.targets):
                self._escape(syntax, node)
            if isinstance(above, tree.NamedExpression):
                self._use(syntax, above)
        elif isinstance(above, (tree.Tuple, tree.List)):
            self._element(syntax, above, node)
        elif isinstance(above, tree.Dict):
            self._entry(syntax, above, node)
        elif isinstance(above, tree.Return):
            self._returned(syntax, above, None)
        elif isinstance(above, tree.Parameter):
            self._add(Variable(syntax, syntax.parents[above], above.name))
        elif isinstance(above, (tree.For, tree.Clause)):
            self._iterated(syntax, above, node)
        elif isinstance(above, tree.Compare):
            key = tree.string_of(above.left)
            if key is not None:
                self._read(syntax, above, key)
        elif isinstance(above, (tree.BoolOp, tree.Await, tree.Starred)):
            self._use(syntax, above)
        elif isinstance(above, tree.Conditional):
            if node is not above.test:
                self._use(syntax, above)
        elif isinstance(above, tree.BinaryOp):
            if above.op == "%" and tree.is_text(above.left):
                self._filled_in(syntax, above)
            else:
                self._use(syntax, above)
        elif isinstance(above, tree.Call):
            return  # no namespace can be called
        elif not isinstance(
            above,
            (
                tree.FormattedString,
                tree.ExpressionStatement,
                tree.UnaryOp,
                tree.If,
                tree.While,
                tree.Assert,
                tree.Delete,
            ),
        ):
            self._escape(syntax, node)

    def _filled_in(self, syntax: tree.Tree, made: tree.BinaryOp) -> None:
        """`"%(name)s.pt" % vars(args)` reads what the text names."""
        for name in _NAMED_FIELD.findall(syntax.text_of(made.left)):
            self._read(syntax, made, name)

    def _attribute(self, syntax: tree.Tree, node: tree.Attribute) -> None:
        """`args.x`, and methods of its dict."""
        call = syntax.parents.get(node)
        if node.attr == "__dict__":
            self._use(syntax, node)
        elif is_stored(syntax, node):
            self._store(syntax, node.value, node.attr)
        elif not isinstance(call, tree.Call) or call.func is not node:
            self._read(syntax, node, node.attr)
        elif node.attr in LOOKS_UP and call.args:
            self._look_up(syntax, call, call.args[0].value)
        elif node.attr in GIVES_ALL or node.attr in COPYING_METHODS:
            self._use(syntax, call)
        elif node.attr == "update":
            for one in call.args:
                self._store(syntax, node.value, one.keyword)
        else:
            self._read(syntax, node, node.attr)

    def _look_up(self, syntax: tree.Tree, call: tree.Call, key: tree.Expression) -> None:
        name = tree.string_of(key)
        if name is not None:
            self._read(syntax, call, name)
        elif not is_shown(syntax, call):
            self._uses.lookups.append((syntax, call))

    def _item(self, syntax: tree.Tree, item: tree.Subscript, node: tree.Expression) -> None:
        """`vars(args)["x"]`, and an element of several arguments."""
        if item.value is not node:
            self._escape(syntax, node)
            return
        key = tree.string_of(item.index)
        if is_stored(syntax, item):
            self._store(syntax, node, key)
            return
        if key is not None:
            self._read(syntax, item, key)
        elif tree.integer_literal(item.index) is not None:
            self._use(syntax, item)
        elif not is_shown(syntax, item):
            self._uses.lookups.append((syntax, item))

    def _given(self, syntax: tree.Tree, call: tree.Call, argument: tree.Argument) -> None:
        """A namespace that is passed to a function."""
        name, dotted = tree.last_name(call.func), tree.dotted(call.func) or ""
        is_first = bool(call.args) and call.args[0] is argument
        if isinstance(call.func, tree.Name) and name in ("getattr", "hasattr") and is_first and len(call.args) > 1:
            self._look_up(syntax, call, call.args[1].value)
        elif isinstance(call.func, tree.Name) and name in ("setattr", "delattr"):
            self._set(syntax, call, argument)
        elif name in PARSES | PARSES_SOME:
            return  # `parse_args(namespace=args)`, whose result is followed
        elif name in READS_ITS_OWN or dotted in READS_ITS_OWN:
            self._uses.are_all_handed_on = True
        elif name == "type" and len(call.args) > 1:
            self._escape(syntax, argument.value)  # a class with these attributes
        elif name in COPIES and not argument.keyword:
            self._use(syntax, call)
        elif name in COPIES and argument.keyword:
            self._add(Member(argument.keyword))
        elif dotted in STORES:
            self._uses.stores = True
        elif dotted.endswith(TRACKS):
            if "wandb" in dotted:
                self._add(Member("config"))
        elif argument.star:
            self._unpacked(syntax, call, argument)
        elif isinstance(call.func, tree.Attribute) and name in SHOWS:
            return
        else:
            self._passed(syntax, call, argument)

    def _set(self, syntax: tree.Tree, call: tree.Call, argument: tree.Argument) -> None:
        """`setattr(args, "x", 1)`, and `setattr(self, "args", args)`."""
        name = tree.string_of(call.args[1].value) if len(call.args) > 1 else None
        if argument is call.args[0]:
            self._store(syntax, argument.value, name)
        elif name is None:
            self._escape(syntax, argument.value)
        else:
            self._add(Member(name))

    def _passed(self, syntax: tree.Tree, call: tree.Call, argument: tree.Argument) -> None:
        signatures = self._callees.signatures(syntax, call.func)
        bound = [holder for one in signatures for holder in one.bound(call, argument)]
        if not bound and not signatures:
            if tree.last_name(call.func) in SHOWS:
                return
            bound = self._of_function_before(syntax, call, argument)
        for holder in bound:
            self._add(holder)
        if not bound:
            self._escape(syntax, argument.value)

    def _of_function_before(self, syntax: tree.Tree, call: tree.Call, argument: tree.Argument) -> list[Holder]:
        """The parameter of a function that is passed first: `partial(train, args)`, `pool.submit(train, args)`."""
        for position, one in enumerate(call.args):
            if one is argument:
                break
            if not one.star and (found := self._callees.signatures(syntax, one.value)):
                return [holder for its in found for holder in its.bound(call, argument, position + 1)]
        return []

    def _unpacked(self, syntax: tree.Tree, call: tree.Call, argument: tree.Argument) -> None:
        """`f(**vars(args))` reads what the function has parameters for."""
        if isinstance(call.func, tree.Attribute) and call.func.attr == "format":
            text = tree.string_of(call.func.value)
            if text is not None:
                for _, name, _, _ in string.Formatter().parse(text):
                    self._read(syntax, call, name or "")
                return
        found: list[Signature] = self._callees.signatures(syntax, call.func) if argument.star == "**" else []
        if not found or any(one.double_star for one in found):
            self._escape(syntax, argument.value)
        for one in found:
            for name in sorted(one.names):
                self._read(syntax, call, name)

    def _element(self, syntax: tree.Tree, around: tree.Tuple | tree.List, node: tree.Expression) -> None:
        """An element of a tuple that is assigned, returned, or passed to what runs a function with it."""
        above = syntax.parents.get(around)
        call = syntax.parents.get(above) if above is not None else None
        place = around.elements.index(node)
        if isinstance(above, tree.Assign):
            found = [target for _, target, value in assigned(above) if value is node]
            for target in found:
                self._assign(syntax, target)
            if not found:
                self._escape(syntax, node)
        elif isinstance(above, tree.Return):
            self._returned(syntax, above, place)
        elif isinstance(above, tree.Argument) and above.keyword == "args" and isinstance(call, tree.Call):
            skipped = RUNS_WITH.get(tree.last_name(call.func), 0)
            functions = (one.value for one in call.args if one is not above and not one.star)
            found_ = [its for one in functions for its in self._callees.signatures(syntax, one)]
            holders = [holder for its in found_ for holder in its.at(place + skipped)]
            for holder in holders:
                self._add(holder)
            if not holders:
                self._escape(syntax, node)
        elif not is_shown(syntax, around):
            self._escape(syntax, node)

    def _entry(self, syntax: tree.Tree, around: tree.Dict, node: tree.Expression) -> None:
        """`{"args": args}`, which is often saved, and `{**vars(args)}`."""
        if node not in around.values:
            self._escape(syntax, node)
            return
        key = around.keys[around.values.index(node)]
        name = tree.string_of(key)
        if key is None:
            self._use(syntax, around)
        elif name is None:
            self._escape(syntax, node)
        else:
            self._uses.stores = True
            self._add(Member(name))

    def _returned(self, syntax: tree.Tree, node: tree.Node, element: int | None) -> None:
        function = syntax.above(node, tree.FunctionDef, tree.Lambda)
        if isinstance(function, tree.FunctionDef):
            self._add(Result(function.name, element))
            if tree.is_decorated(function, ("property", "cached_property")):
                self._add(Member(function.name))

    def _iterated(self, syntax: tree.Tree, loop: tree.For | tree.Clause, node: tree.Expression) -> None:
        """`for name, value in vars(args).items()`: no setting is read where that only prints them."""
        if loop.iter is not node:
            return
        around = loop if isinstance(loop, tree.For) else syntax.parents[loop]
        assert isinstance(around, (tree.For, tree.Comprehension))
        if isinstance(around, tree.Comprehension) and _keeps_keys(around):
            self._use(syntax, around)
        elif makes_command_line(syntax, around):
            self._uses.are_all_handed_on = True
        elif not iterates_to_show(syntax, around, loop.target):
            self._escape(syntax, node)


def _keeps_keys(made: tree.Comprehension) -> bool:
    """Whether this is `{k: v for k, v in settings.items()}`, with whatever values."""
    target = made.clauses[0].target
    key = target.elements[0] if isinstance(target, tree.Tuple) and target.elements else target
    return made.kind == "dict" and isinstance(key, tree.Name) and tree.last_name(made.element) == key.id
