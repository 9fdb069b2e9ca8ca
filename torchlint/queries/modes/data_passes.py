"""Loops over data, and held-out rows: which inputs of a model are not the batch of the current training step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from torchlint.binding.definitions import assignments_in
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.knowledge.naming_conventions import FETCHES_ROWS
from torchlint.syntax import tree


def pass_around(call: tree.Call, loops: Sequence[LoopRun]) -> LoopRun | None:
    """The innermost loop over data around a model's call; `loops` are those of the same function, outermost first."""
    for at in reversed(range(len(loops))):
        loop = loops[at]
        if loop.loader:
            return loop
        steps = [outer.node for outer in loops[:at] if outer.trains_itself]
        inputs = inputs_of(loop.node, call)
        if _goes_over_data(loop.node, call, inputs) and not any(_makes(step, loop.node, inputs) for step in steps):
            return loop
    return None


def is_held_out(call: tree.Call, loops: Sequence[LoopRun]) -> bool:
    """Whether a model's input in a loop that trains was made before the loop, so that it is no batch of a step."""
    if not loops or not loops[-1].trains:
        return False
    step = loops[-1].node
    inputs = inputs_of(step, call)
    made = {*_assigned(step), *(_names([step.target]) if isinstance(step, tree.For) else ())}
    return bool(inputs) and inputs.isdisjoint(made) and not any("." in name for name in inputs)


def gets_other_rows(call: tree.Call, loop: tree.Node) -> bool:
    """Whether a model is given other rows in each pass: `x[start : start + 32]`, `get_batch()`, `next(rows)`."""
    assigned = _assigned(loop)
    inputs = inputs_of(loop, call)
    sources = [a.value for a in call.args] + [value for name in sorted(inputs) for value in assigned.get(name, ())]
    inside = [node for source in sources for node in tree.walk(source)]
    if any(map(_fetches, inside)):
        return True
    counter = _names([loop.target]) if isinstance(loop, tree.For) else set()
    parts = (node.index for node in inside if isinstance(node, tree.Subscript))
    return any(counter & _behind(_names([part]), assigned) for part in parts)


def trains_on_fetched_rows(syntax: tree.Tree, loop: tree.Node) -> bool:
    """Whether the `backward` in a loop's body is of rows that each pass fetches: `view = views.pop()`.

    Example:
        if modes.trains_on_fetched_rows(file.tree, loop):
            return True  # each pass is a step, and no epoch
    """
    backwards = [call for call in syntax.own(loop, tree.Call) if tree.last_name(call.func) == "backward"]
    of = [call.func.value for call in backwards if isinstance(call.func, tree.Attribute)]
    of += [argument.value for call in backwards for argument in call.args]
    assigned = _assigned(loop) if of else {}
    sources = [*of, *(value for name in sorted(_behind(_names(of), assigned)) for value in assigned.get(name, ()))]
    return any(map(_fetches, (node for source in sources for node in tree.walk(source))))


def _fetches(node: tree.Node) -> bool:
    """Whether it is a call that gives other rows each time, and no entry of a dict: `settings.pop("lr")`."""
    if not isinstance(node, tree.Call) or not FETCHES_ROWS.search(tree.dotted(node.func) or ""):
        return False
    return tree.last_name(node.func) != "pop" or tree.string_of(tree.positional(node, 0)) is None


def calls_between_passes(call: tree.Call, loop: tree.Node) -> list[tree.Call]:
    """Other calls that turn the outputs of a model's call into its inputs in the loop's next pass: `env.step(action)`.

    Empty unless the input goes back to the output of the pass before.
    """
    assigned = _assigned(loop)
    sources = (source for name in sorted(inputs_of(loop, call) & assigned.keys()) for source in assigned[name])
    others = (source for source in sources if isinstance(source, tree.Call) and source is not call)
    return [other for other in others if _depends_on(other, call, assigned)]


def _depends_on(source: tree.Call, call: tree.Call, assigned: dict[str, list[tree.Expression]]) -> bool:
    """Whether an argument of one call is made of the result of another."""
    todo = [argument.value for argument in source.args]
    seen: set[str] = set()
    for expression in todo:  # grows as names are followed
        if any(node is call for node in tree.walk(expression)):
            return True
        new = _names([expression]) - seen
        seen |= new
        for name in sorted(new):
            todo += assigned.get(name, [])
    return False


def is_fetched_apart(syntax: tree.Tree, call: tree.Call, loops: Sequence[LoopRun]) -> bool:
    """Whether every so many steps a block takes a batch of another loader for this call, and trains on nothing."""
    step = loops[-1].node if loops else None
    block = syntax.above(call, tree.If)
    if not isinstance(step, tree.For) or not isinstance(block, tree.If) or syntax.above(block, *tree.Loops) is not step:
        return False
    if not any(isinstance(node, tree.BinaryOp) and node.op == "%" for node in tree.walk(block.test)):
        return False
    inside = [node for node in tree.walk(block) if isinstance(node, tree.Call)]
    if any(tree.last_name(one.func) in ("backward", "step") for one in inside):
        return False
    inputs, assigned, trained_on = inputs_of(block, call), _assigned(block), _names([step.iter])
    made = (value for name in inputs for value in assigned.get(name, ()))
    fetched = [v for v in made if isinstance(v, tree.Call) and tree.dotted(v.func) == "next"]
    return bool(fetched) and trained_on.isdisjoint(_names(fetched))


def is_switched_apart(syntax: tree.Tree, call: tree.Node, loops: Sequence[LoopRun], fact: ForwardFact) -> bool:
    """Whether an `if` in a training step puts a model in eval mode for this call, and trains nothing."""
    block = syntax.above(call, tree.If) if fact.mode == "eval" and loops else None
    if not isinstance(block, tree.If) or syntax.above(block, *tree.Loops) is not loops[-1].node:
        return False
    branch = block.body if any(call in tree.walk(one) for one in block.body) else block.orelse
    inside = [node for one in branch for node in tree.walk(one) if isinstance(node, tree.Call)]
    if any(tree.last_name(one.func) in ("backward", "step") for one in inside):
        return False
    switches = {switch.node for switch in fact.switches}
    return any(one in switches and one.start < call.start and tree.last_name(one.func) == "eval" for one in inside)


def _goes_over_data(loop: tree.Node, call: tree.Call, inputs: set[str]) -> bool:
    """Whether the model's input comes from the loop's elements; a loop over models does not count."""
    if not isinstance(loop, tree.For):
        return False
    targets = _names([loop.target])
    return not targets & _names([call.func]) and bool(targets & inputs)


def _makes(step: tree.Node, loop: tree.Node, inputs: set[str]) -> bool:
    """Whether a training step makes what an inner loop iterates over, or the model's input, such as crops."""
    iterated = _names([loop.iter]) if isinstance(loop, tree.For) else set()
    own = _names([step.target]) if isinstance(step, tree.For) else set()
    return bool((inputs | iterated) & (own | set(_assigned(step, without=loop))))


def inputs_of(loop: tree.Node, *calls: tree.Call) -> set[str]:
    """The names that the arguments of calls depend on, followed back through assignments in the loop's body."""
    return _behind(_names(argument.value for call in calls for argument in call.args), _assigned(loop))


def _behind(names: set[str], assigned: dict[str, list[tree.Expression]]) -> set[str]:
    """These names, and all that their values are made of."""
    todo = sorted(names)
    found = set(todo)
    for name in todo:  # grows as names are found
        more = _names(assigned.get(name, ())) - found
        found |= more
        todo += sorted(more)
    return found


def _assigned(loop: tree.Node, without: tree.Node | None = None) -> dict[str, list[tree.Expression]]:
    """The values that each name is assigned in a loop's body, leaving out one loop inside it."""
    made: dict[str, list[tree.Expression]] = {}
    for one in assignments_in(loop, into_functions=False):
        is_left_out = without is not None and without.start <= one.node.start and one.node.end <= without.end
        if is_left_out or one.node is loop or one.kind in ("comprehension", "named", "with"):
            continue
        if one.target is not None and one.source is not None:
            for name in _names([one.target]):
                made.setdefault(name, []).append(one.source)
    return made


def _names(nodes: Iterable[tree.Expression]) -> set[str]:
    """The names in expressions, and attributes of `self`; not those of called functions."""
    found: set[str] = set()
    for root in nodes:
        inside = list(tree.walk(root))
        called = {node.func for node in inside if isinstance(node, tree.Call) and isinstance(node.func, tree.Name)}
        found |= {node.id for node in inside if isinstance(node, tree.Name) and node not in called}
        found |= {name for node in inside if isinstance(node, tree.Attribute) and (name := tree.dotted(node))}
    return found - {"self"}
