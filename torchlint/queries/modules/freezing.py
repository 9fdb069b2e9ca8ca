"""Where code tells the parameters of a module to want no gradients, or to want them again."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree

_NORMS = ("bn", "norm")


class Freeze(NamedTuple):
    """Where all parameters of a module are frozen, or all but some that are named."""

    unit: SourceUnit  # the file
    node: tree.Node  # the loop over the parameters, or the call that freezes them all
    call: tree.Call  # what gives the parameters, or changes them
    module: tree.Node  # whose parameters they are
    by_names: bool = False  # whether what is frozen is picked by names of which not all are known


def freezes(unit: SourceUnit) -> list[Freeze]:
    """All in a file, in source order."""
    found = []
    for loop in unit.tree.all(tree.For):
        call = parameters_of(loop)
        if call is not None and _freezes_all(loop):
            found.append(Freeze(unit, loop, call, receiver_of(call)))
        elif call is not None and _freezes_by_names(unit.tree, loop):
            found.append(Freeze(unit, loop, call, receiver_of(call), by_names=True))
    calls = (call for call in unit.tree.all(tree.Call) if is_method(call, "requires_grad_") and _is_given_false(call))
    found += [Freeze(unit, call, call, receiver_of(call)) for call in calls]
    return sorted(found, key=lambda freeze: freeze.node.start)


def receiver_of(call: tree.Call) -> tree.Node:
    """What a method is called on."""
    return call.func.value if isinstance(call.func, tree.Attribute) else call.func


def parameters_of(loop: tree.For) -> tree.Call | None:
    """The call that returns the parameters that a loop iterates over."""
    call = loop.iter
    if isinstance(call, tree.Call) and isinstance(call.func, tree.Attribute) and not call.args:
        return call if call.func.attr in ("parameters", "named_parameters") else None
    return None


def _freezes_all(loop: tree.For) -> bool:
    target = loop.target.elements[-1] if isinstance(loop.target, tree.Tuple) else loop.target
    if not isinstance(target, tree.Name):
        return False
    for statement in loop.body:
        if isinstance(statement, tree.If) and not statement.orelse and _leaves_out(statement.test):
            return any(_freezes_one(inner, target.id) for inner in statement.body)
        if _freezes_one(statement, target.id):
            return True
    return False


def _freezes_by_names(syntax: tree.Tree, loop: tree.For) -> bool:
    """Whether a loop freezes what a list names, or what it does not: `if any(part in name for part in frozen)`."""
    if not isinstance(loop.target, tree.Tuple) or not isinstance(loop.target.elements[-1], tree.Name):
        return False
    held = loop.target.elements[-1].id
    tests = [
        one.test
        for one in loop.body
        if isinstance(one, tree.If) and not one.orelse and any(_freezes_one(inner, held) for inner in one.body)
    ]
    return len(tests) == 1 and _asks_a_list(syntax, tests[0])


def _asks_a_list(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a test asks for names of a list that says nothing of norms, as where these alone are frozen, or left."""
    asked = test.operand if isinstance(test, tree.UnaryOp) and test.op == "not" else test
    if not isinstance(asked, tree.Call) or tree.dotted(asked.func) != "any" or len(asked.args) != 1:
        return False
    over = asked.args[0].value
    names = over.clauses[0].iter if isinstance(over, tree.Comprehension) else None
    if not isinstance(names, (tree.Name, tree.Attribute)):
        return False
    text = f"{syntax.text_of(names)} {syntax.text_of(resolved_expression(syntax, names))}".lower()
    return not any(norm in text for norm in _NORMS)


def _freezes_one(statement: tree.Node, name: str) -> bool:
    if isinstance(statement, tree.Assign):
        flags = [tree.dotted(target) for target in statement.targets]
        return tree.is_false(statement.value) and f"{name}.requires_grad" in flags
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    called = tree.dotted(call.func) if isinstance(call, tree.Call) else None
    return isinstance(call, tree.Call) and called == f"{name}.requires_grad_" and _is_given_false(call)


def _is_given_false(call: tree.Call) -> bool:
    return len(call.args) == 1 and tree.is_false(call.args[0].value)


def _leaves_out(test: tree.Node) -> bool:
    """Whether a test leaves out parameters by their names: `"fc" not in name`, `not name.startswith("fc")`."""
    if isinstance(test, tree.BoolOp):
        return all(_leaves_out(value) for value in test.values)
    texts = [n.value for n in tree.walk(test) if isinstance(n, tree.Constant) and isinstance(n.value, str)]
    if not any(map(_is_a_name, texts)) or any(norm in text for text in texts for norm in _NORMS):
        return False
    if isinstance(test, tree.Compare):
        return test.ops == ["not in"]
    return isinstance(test, tree.UnaryOp) and test.op == "not" and isinstance(test.operand, tree.Call)


def _is_a_name(text: str) -> bool:
    return any(map(str.isalpha, text))


def may_free(loop: tree.For) -> bool:
    """Whether a loop over parameters unfreezes some of them, or may do so."""
    for node in tree.walk(loop):
        if isinstance(node, tree.Assign) and any(_is_flag(t) for t in node.targets):
            if not tree.is_false(node.value):
                return True
        if isinstance(node, tree.Call) and frees(node):
            return True
    return False


def freed_parts(freeze: Freeze) -> frozenset[str]:
    """The parts of the module, by their attributes, that are unfrozen again, or that it did not have yet."""
    syntax, whole = freeze.unit.tree, tree.dotted(freeze.module)
    calls = [call for loop in syntax.all(tree.For) if (call := parameters_of(loop)) and may_free(loop)]
    calls += [call for call in syntax.all(tree.Call) if frees(call)]
    parts = [receiver_of(call) for call in calls]
    parts += _assigned_later(freeze)
    return frozenset(p.attr for p in parts if isinstance(p, tree.Attribute) and whole and tree.dotted(p.value) == whole)


def _assigned_later(freeze: Freeze) -> list[tree.Node]:
    """What the constructor that freezes the module assigns after that."""
    constructor = freeze.unit.tree.above(freeze.node, tree.FunctionDef)
    if not isinstance(constructor, tree.FunctionDef) or constructor.name != "__init__":
        return []
    assignments = freeze.unit.tree.own(constructor, tree.Assign)
    return [target for one in assignments if one.start > freeze.node.end for target in one.targets]


def _is_flag(target: tree.Node) -> bool:
    return isinstance(target, tree.Attribute) and target.attr == "requires_grad"


def is_method(call: tree.Call, *names: str) -> bool:
    """Whether a call is one of a method of such a name."""
    return isinstance(call.func, tree.Attribute) and call.func.attr in names


def frees(call: tree.Call) -> bool:
    """Whether a call unfreezes a module or a parameter, or may do so."""
    return is_method(call, "requires_grad_") and not _is_given_false(call)
