"""Collectives that only some of the processes come to, as conditions on the rank say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.effects import Collective
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.ranks import IS_FIRST, RANKS
from torchlint.queries import CallView, View, distributed, query
from torchlint.syntax import tree

from .detect_conditions import exits, holds_for_several, inner_exits, is_of_one_process, is_of_size, is_ruled_out
from .detect_sharded import gathers_state

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

    _Known = dict[tuple[Function, int], tuple[tree.Call, bool] | None]
    # Texts of conditions and whether they hold, by what is called, and by whether the first process is chosen.
    _Chosen = dict[str, dict[bool | None, set[tuple[str, bool]]]]

COLLECTIVES = full_names("collective", of="torch.distributed")
# Functions and methods that return the number of this process.
_GET_RANK = frozenset(("torch.distributed.get_rank", "mpi4py.MPI.COMM_WORLD.Get_rank"))
_GROUP = re.compile(r"group|mesh")
_COLLECTIVE = "a collective"
# Through how many functions of the one that is called a collective is looked for.
_DEEPEST = 2
_SIZE = re.compile(r"world_size|num_processes|nprocs|is_distributed|\bor\b")  # `or` inside of a part


class Choice(NamedTuple):
    """A condition on the rank, and whether what is asked about is done where it holds."""

    test: tree.Expression
    holds: bool
    flag: tree.Expression | None = None  # the part of it that is a flag which some ranks set for themselves


@dataclass(frozen=True, slots=True, eq=False)
class LonelyCall(CallView):
    """A collective that only some processes call, or the call of a function that has one."""

    test: View
    holds: bool  # whether it is called where the condition holds
    name: str  # the collective, as people write it: `all_reduce`
    is_certain: bool = True  # whether it waits with any settings, each time that it is called
    inside: View | None = None  # the collective, in the called function, if that stands in this file
    flag: View | None = None  # the part of the condition that some ranks may have set for themselves

    @property
    def who(self) -> str:
        """Which processes come here."""
        if self.flag is not None:
            return f"where `{self.flag}`, which some ranks set for themselves"
        return f"where `{self.test}`" if self.holds else f"where `{self.test}` is false"


class Code(NamedTuple):
    """One file: its nodes, and what its imports spell out of its calls."""

    tree: tree.Tree
    spelled: dict[tree.Call, frozenset[str]]
    file: File


def lonely_calls(file: File) -> Iterator[LonelyCall]:
    """Each of them, in source order."""
    code = Code(file.tree, file.names.calls, file)
    choices: list[tree.If | tree.Conditional] = [*file.tree.all(tree.If), *file.tree.all(tree.Conditional)]
    conditions = (condition for condition in choices if _reads_rank(code, condition.test))
    scopes = {file.tree.scope(condition) for condition in conditions}
    if not scopes:
        return
    found: list[LonelyCall] = []
    known: _Known = {}
    calls = [call for call in file.tree.all(tree.Call) if file.tree.scope(call) in scopes]
    direct = {call for call in calls if _waits(code, call)}
    called = [call for call in calls if len(file.facts.functions.get(call, ())) == 1]
    for call in (*direct, *(call for call in called if call not in direct)):
        choice = _chosen(code, call)
        if choice is None or _is_paired(code, call, choice, direct):
            continue
        test, flag = View(file, choice.test), View(file, choice.flag) if choice.flag is not None else None
        if call in direct:
            if not _is_of_a_group(code, call):
                name, waits = tree.last_name(call.func), _waits(code, call) == "always" and flag is None
                found.append(LonelyCall(file, call, test, choice.holds, name, waits, flag=flag))
        elif (found_in := _collective_in(file, call, known)) is not None:
            inside, waits = found_in[0], found_in[1] and flag is None
            name, shown = tree.last_name(inside.func), View(file, inside) if file.holds(inside) else None
            found.append(LonelyCall(file, call, test, choice.holds, name, waits, shown, flag))
    left: set[tree.Node] = set()
    for lonely in sorted(found, key=lambda call: call.node.start):
        if lonely.test.node in left:
            continue  # the ranks that go on wait at the first collective, and come to no other one
        if lonely.test.statement.node not in file.tree.around(lonely.node):
            left.add(lonely.test.node)
        yield lonely


def _names_of(code: Code, call: tree.Call) -> set[str]:
    """The dotted names of what is called, by the imports and by what is known of values."""
    known = {name for name in code.file.facts.definitions.get(call, ()) if isinstance(name, str)}
    return known | code.spelled.get(call, frozenset())


def _waits(code: Code, call: tree.Call) -> Collective:
    """Whether a call is a collective's."""
    if code.spelled.get(call, frozenset()) & COLLECTIVES:
        return "always"
    if code.tree is code.file.tree and gathers_state(code.file, CallView(code.file, call)):
        return "always"
    found = {code.file.lookup.collective(name) for name in _names_of(code, call) if not name.startswith("torch.")}
    return found.pop() if len(found) == 1 else ""


def _collective_in(file: File, call: tree.Call, known: _Known, depth: int = 0) -> tuple[tree.Call, bool] | None:
    """The collective of the default group that a function, of this file or another one, comes to in each call.

    With it, whether it surely waits: what is cached is not called again, and some wait with some settings only.
    `known` has the answers so far, by function and depth: each function is looked through once.
    """
    (function,) = file.facts.functions[call]
    if function.is_generator:
        return None
    if (function, depth) not in known:
        known[function, depth] = _looked_for(file, function, known, depth)
    return known[function, depth]


def _looked_for(file: File, function: Function, known: _Known, depth: int) -> tuple[tree.Call, bool] | None:
    code = Code(function.unit.tree, by_name(function.unit.tree), file)
    for node in tree.walk(function.node, into_functions=False):
        if isinstance(node, tree.Call) and (waits := _waits(code, node)):
            if not _is_conditional(code, node) and not _is_of_a_group(code, node):
                return node, waits == "always" and not function.is_memoised
    for node in _calls(function.node) if depth < _DEEPEST else ():
        if len(file.facts.functions.get(node, ())) == 1 and not _is_conditional(code, node):
            found = _collective_in(file, node, known, depth + 1)
            if found is not None:
                return found[0], found[1] and not function.is_memoised
    return None


def _is_conditional(code: Code, node: tree.Node) -> bool:
    """Whether anything but the size of the world decides whether a function comes to a collective.

    A condition decides nothing where both of its branches come to one.
    """
    inside: tree.Node = node
    while True:
        above = code.tree.above(inside, tree.If, tree.Conditional, tree.Try, tree.Match, tree.BoolOp, *tree.Scope)
        if isinstance(above, tree.Scope) or above is None:
            return _chosen(code, inside) is not None
        if not isinstance(above, tree.If):
            return True
        is_in_body = code.tree.branches(inside, tree.If).get(above) == "body"
        is_for_several = is_in_body and holds_for_several(code.tree, above.test)
        if not is_for_several and not _has_collective_in_both(code, above):
            return True
        inside = above


def _has_collective_in_both(code: Code, choice: tree.If) -> bool:
    """Whether each branch of a condition comes to a collective, whatever else holds."""
    decided: tuple[type[tree.Node], ...] = (tree.If, tree.Conditional, tree.Try, tree.Match, tree.BoolOp, *tree.Scope)
    return all(
        any(code.tree.above(call, *decided) is choice and _waits(code, call) for s in branch for call in _calls(s))
        for branch in (choice.body, choice.orelse)
    )


def _calls(statement: tree.Node) -> list[tree.Call]:
    return [node for node in tree.walk(statement, into_functions=False) if isinstance(node, tree.Call)]


def _chosen(code: Code, node: tree.Node) -> Choice | None:
    """The innermost condition on the rank that decides whether a process comes to a place, in its function.

    None where a single process comes there only if it is the only one: it waits for nobody.
    """
    known = _choices(code.file)
    if node not in known:
        known[node] = _looked_up(code, node)
    return known[node]


@query
def _choices(_: File) -> dict[tree.Node, Choice | None]:
    """The condition that decides about each place; each is added when it is asked for."""
    return {}


def _looked_up(code: Code, node: tree.Node) -> Choice | None:
    inside, above = node, code.tree.parents.get(node)
    while above is not None and not isinstance(inside, tree.Scope):
        if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
            holds = inside in above.body if isinstance(above, tree.If) else inside is above.body
            if is_of_one_process(code.tree, above.test, holds):
                return None
            if _reads_rank(code, above.test):
                flag = next((part for part in _parts(above.test) if _is_set_by_some(code, part)), None)
                return Choice(above.test, holds, flag)
        for left in _rank_ifs(code, inside):
            if left.start >= inside.start:
                break
            if (on := _exit_of_some(code, left, node)) is not None:
                return Choice(on.test, False)
        inside, above = above, code.tree.parents.get(above)
    return None


def _rank_ifs(code: Code, statement: tree.Node) -> list[tree.If]:
    """The `if`s about the rank in the block of a statement; none for what is no statement."""
    block = code.tree.block(statement)
    if not block:
        return []
    known = _rank_ifs_by_block(code.file)
    if block[0] not in known:
        known[block[0]] = [one for one in block if isinstance(one, tree.If) and _reads_rank(code, one.test)]
    return known[block[0]]


@query
def _rank_ifs_by_block(_: File) -> dict[tree.Node, list[tree.If]]:
    """The `if`s about the rank in each block, by its first statement; each is added when it is asked for."""
    return {}


def _exit_of_some(code: Code, left: tree.If, node: tree.Node) -> tree.If | None:
    """The condition on which some ranks leave in front of a place: on the rank, or one inside a condition on the rank.

    A condition inside that is about the number of processes may hold where there is one only.
    """
    beside = _beside_rank(code, left.test)
    if exits(left):
        return None if is_ruled_out(code.tree, left, beside, node) else left
    for inner in inner_exits(left):
        is_of_size = _SIZE.search(code.tree.text_of(inner.test)) is not None
        parts = inner.test.values if isinstance(inner.test, tree.BoolOp) and inner.test.op == "and" else [inner.test]
        if not is_of_size and not is_ruled_out(code.tree, left, [*beside, *parts], node):
            return inner
    return None


def _reads_rank(code: Code, test: tree.Expression) -> bool:
    """Whether a condition holds for some ranks and not for others, of whatever number of processes."""
    parts = [part for part in _parts(test) if not is_of_size(code.tree, part, test)]
    if any(_SIZE.search(code.tree.text_of(part)) for part in parts):
        return False  # may be true only where there is a single process
    if isinstance(test, tree.BoolOp) and test.op == "or":
        return bool(parts) and all(_depends_on_rank(code, part) for part in parts)
    return any(_depends_on_rank(code, part) for part in parts)


def _parts(test: tree.Expression) -> list[tree.Expression]:
    return test.values if isinstance(test, tree.BoolOp) else [test]


def _beside_rank(code: Code, test: tree.Expression) -> list[tree.Expression]:
    """The parts of a condition on the rank that are the same in all processes: `a` of `a and rank != 0`."""
    parts = test.values if isinstance(test, tree.BoolOp) else []
    return [part for part in parts if not _depends_on_rank(code, part)]


def _depends_on_rank(code: Code, test: tree.Expression) -> bool:
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test = test.operand
    is_own = code.tree is code.file.tree
    asked = distributed.meant_by(code.file, test) if is_own else resolved_expression(code.tree, test)
    if isinstance(asked, tree.Compare) and not _SIZE.search(code.tree.text_of(asked)):
        test = asked  # `first = rank == 0`
    if isinstance(asked, tree.BoolOp) and asked is not test:
        return _reads_rank(code, asked)  # `first = not is_initialized() or rank == 0`
    if not isinstance(test, tree.Compare):
        named = test.func if isinstance(test, tree.Call) else test
        return tree.last_name(named) in IS_FIRST or _is_rank(code, test) or _is_set_by_some(code, test)
    if len(test.ops) != 1 or not _is_rank(code, test.left):
        return False
    other = test.comparators[0]
    if isinstance(other, (tree.List, tree.Tuple, tree.Set)):
        return True  # `rank not in (-1, 0)`
    return isinstance(other, tree.Constant) and other.value == 0 and test.ops[0] in ("==", "!=", ">")


def _is_set_by_some(code: Code, test: tree.Expression) -> bool:
    """Whether a flag was set to True or False last where only some ranks came: `if rank == 0: self.log = False`."""
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test = test.operand
    name, scope = tree.dotted(test), code.tree.scope(test)
    if name is None or name not in code.tree.once_of_all(_flags):
        return False
    its = assignments_to(code.tree, scope, name, into_functions=False)
    last = max((one for one in its if one.node.end <= test.start), key=lambda one: one.node.start, default=None)
    if last is None or not (tree.is_true(last.value) or tree.is_false(last.value)):
        return False
    ifs = (one for one in code.tree.around(last.node) if isinstance(one, tree.If) and one.end <= test.start)
    return any(not one.orelse and _reads_rank(code, one.test) for one in ifs)


def _flags(syntax: tree.Tree) -> frozenset[str | None]:
    """What is set to True or False somewhere in a file, as it is written there."""
    set_here = (one for one in syntax.all(tree.Assign) if tree.is_true(one.value) or tree.is_false(one.value))
    return frozenset(tree.dotted(target) for one in set_here for target in one.targets)


def _is_rank(code: Code, node: tree.Node) -> bool:
    """Whether an expression is the number of a process."""
    node = resolved_expression(code.tree, node)
    if isinstance(node, tree.Call) and not _GET_RANK.isdisjoint(_names_of(code, node)):
        return not node.args
    if isinstance(node, tree.Call) and not node.args and tree.last_name(node.func) in RANKS:
        return True  # a helper of the project: `misc.get_rank()`
    return tree.last_name(node) in RANKS or _is_read_from_environment(node)


def _is_read_from_environment(node: tree.Node) -> bool:
    """Whether this is the variable that torchrun sets: `int(os.environ["RANK"])`."""
    inside = list(tree.walk(node)) if isinstance(node, (tree.Call, tree.Subscript)) else []
    texts = {one.value.lower() for one in inside if isinstance(one, tree.Constant) and isinstance(one.value, str)}
    return not texts.isdisjoint(RANKS) and any(tree.last_name(one) in ("environ", "getenv") for one in inside)


def _is_of_a_group(code: Code, call: tree.Call) -> bool:
    """Whether a collective names the processes that take part."""
    return any(a.keyword in ("group", "device_mesh") or _GROUP.search(code.tree.text_of(a)) for a in call.args)


def _is_paired(code: Code, call: tree.Call, choice: Choice, direct: set[tree.Call]) -> bool:
    """Whether other processes may come to a call that answers this one, under another condition."""
    functions = [one for one in code.tree.around(call) if isinstance(one, (tree.FunctionDef, tree.Lambda))]
    # What a closure waits for may be answered by the function around it.
    beside = _chosen_calls(code, functions[-1] if functions else code.tree.root, direct)
    own, is_first = (code.tree.text_of(choice.test), choice.holds), _is_first(code, choice)
    return any(
        not others <= {own}
        for called in (_COLLECTIVE, code.tree.text_of(call.func))
        for other_is_first, others in beside.get(called, {}).items()
        if is_first is None or other_is_first != is_first  # others are run by the same ranks
    )


def _chosen_calls(code: Code, part: tree.FunctionDef | tree.Lambda | tree.Module, direct: set[tree.Call]) -> _Chosen:
    """The conditions that decide about calls, by what is called; collectives are in one group, too."""
    known = _chosen_by_part(code.file)
    if part not in known:
        known[part] = {}
        for call in code.tree.walk(part, into_functions=part is not code.tree.root):
            choice = _chosen(code, call) if isinstance(call, tree.Call) else None
            if isinstance(call, tree.Call) and choice is not None:
                condition = code.tree.text_of(choice.test), choice.holds
                for called in (code.tree.text_of(call.func), *([_COLLECTIVE] if call in direct else [])):
                    known[part].setdefault(called, {}).setdefault(_is_first(code, choice), set()).add(condition)
    return known[part]


@query
def _chosen_by_part(_: File) -> dict[tree.Node, _Chosen]:
    """The calls of each function or file; each is added when it is asked for."""
    return {}


def _is_first(code: Code, choice: Choice) -> bool | None:
    """Whether it is the first process that a condition chooses, or all others; None where that is not clear."""
    if isinstance(choice.test, tree.BoolOp) and not choice.holds:
        return None
    parts = choice.test.values if isinstance(choice.test, tree.BoolOp) else [choice.test]
    asked = [part for part in parts if _depends_on_rank(code, part)]
    if len(asked) != 1:
        return None
    part, is_first = asked[0], choice.holds
    while isinstance(part, tree.UnaryOp) and part.op == "not":
        part, is_first = part.operand, not is_first
    part = resolved_expression(code.tree, part)
    if isinstance(part, tree.Compare):
        return is_first == (part.ops[0] in ("==", "in"))
    return is_first == (not _is_rank(code, part))
