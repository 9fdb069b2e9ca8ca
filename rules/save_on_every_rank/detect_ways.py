"""How a program of several processes comes to a place in its code, if nothing on the way asks for the rank."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.queries import distributed, query
from torchlint.queries.distributed import asks_about_processes
from torchlint.syntax import tree
from torchlint.syntax.conditions import conjuncts, ifs_before, tests_at

if TYPE_CHECKING:
    from torchlint.queries import File

_INIT = "init_process_group"
# Decorators of functions that one process runs: `rank_zero_only`, `master_only`, `on_main_process`.
_OF_ONE = re.compile(r"rank|master|main|zero", re.IGNORECASE)
# Objects that people make in the first process only, and ask for.
_OF_FIRST = re.compile(r"writer|logger|wandb|tensorboard|\btb\b", re.IGNORECASE)
_OWN = re.compile(r"\brank|local_rank|is_main|is_master", re.IGNORECASE)
# Objects that all processes have where there are several.
_OF_ALL = re.compile(r"accel|group|ddp|dist|parallel|deepspeed|fsdp", re.IGNORECASE)
_DEEPEST = 5


class Way(NamedTuple):
    """A way to a place."""

    spread: tree.Call  # what makes the program one of several processes
    is_certain: bool  # whether nothing on the way may hold in one process only


_Known = dict[tuple[tree.Node, int], "Way | None"]


def ways_to(file: File, place: tree.Node) -> Way | None:
    """A way on which all processes come to a place; None where a condition chooses one, or no program is seen."""
    trees = [file.tree]
    if file.project_files is not None and isinstance(file.tree.scope(place), tree.FunctionDef):
        trees += file.project_files.trees(file.project_files.users(file.place))
    return _way(file.tree, place, trees, _known_ways(file), 0)


@query
def _known_ways(_: File) -> _Known:
    """The ways to each place, by how many calls further out it is; added when they are asked for."""
    return {}


def _way(syntax: tree.Tree, place: tree.Node, trees: list[tree.Tree], known: _Known, depth: int) -> Way | None:
    if depth > _DEEPEST:
        return None
    if (place, depth) not in known:
        known[place, depth] = _found_way(syntax, place, trees, known, depth)
    return known[place, depth]


def _found_way(syntax: tree.Tree, place: tree.Node, trees: list[tree.Tree], known: _Known, depth: int) -> Way | None:
    if (chosen := _choice(syntax, place)) == "one":
        return None
    function = syntax.scope(place)
    found = None
    if not isinstance(function, tree.FunctionDef) or syntax.once_in_file(_is_entry, function):
        spread = syntax.once_of_all(_spread)
        is_certain = spread is not None and not _is_by_launcher(spread) and _trains(syntax)
        found = Way(spread, is_certain) if spread is not None else None
    else:
        needed, left_by = _asked_for(syntax, place), _left_by(syntax, place)
        calls = [
            (one, call)
            for one in trees
            for call in _calls(one, syntax, function)
            if _gives(function, call, needed) and not _leaves(function, call, left_by)
        ]
        # Only the functions of the checked file are looked for in other files: names are too much alike.
        found_ways = (_way(one, call, [one], known, depth + 1) for one, call in calls)
        ways = [way for way in found_ways if way is not None]
        found = max(ways, key=lambda way: way.is_certain, default=None)
        if not calls and (spread := _spread_by_class(syntax, function)) is not None:
            # Nobody sees who calls it; where it calls `backward` itself, all processes have to.
            is_certain = not _is_by_launcher(spread) and _runs_backward(syntax.own(function, tree.Call))
            asked = needed | left_by | _is_named_by(place)
            is_left_to_callers = any(one.name in asked for one in function.parameters)
            found = Way(spread, is_certain and not is_left_to_callers)
    return found._replace(is_certain=False) if found is not None and chosen == "perhaps" else found


def _choice(syntax: tree.Tree, place: tree.Node) -> str:
    """Whether one process alone comes to a place of its function: "one", "perhaps" or not at all."""
    scope = syntax.scope(place)
    if isinstance(scope, tree.FunctionDef):
        if any(_OF_ONE.search(syntax.text_of(one)) for one in scope.decorators):
            return "one"
    inside, found = place, ""
    for above in syntax.around(place):
        if isinstance(above, (tree.FunctionDef, tree.Lambda, tree.Module)):
            return found
        for test in _tests(syntax, inside, above):
            chosen = syntax.once_in_file(_chosen_by, test)
            if chosen == "one":
                return "one"
            found = chosen or found
        inside = above
    return found


def _chosen_by(syntax: tree.Tree, test: tree.Node) -> str:
    """Whether a condition holds in one process alone: "one", "perhaps" or not at all."""
    assert isinstance(test, tree.Expression)
    parts = [part for part in conjuncts(test) if not _asks_only_whether(part)]
    if any(asks_about_processes(syntax, part) for part in parts):
        return "one"
    return "perhaps" if _OF_FIRST.search(syntax.text_of(test)) else ""


def _asks_only_whether(test: tree.Expression) -> bool:
    """Whether a condition is about several processes, and the same in all of them: `self.accelerator is not None`."""
    is_compared = isinstance(test, tree.Compare) and test.ops in (["is"], ["is not"])
    compared = test.comparators[0] if isinstance(test, tree.Compare) and is_compared else None
    if not isinstance(compared, tree.Constant) or compared.value is not None or not isinstance(test, tree.Compare):
        return False
    return _OF_ALL.search(tree.last_name(test.left)) is not None


def _asked_for(syntax: tree.Tree, place: tree.Node) -> set[str]:
    """The names that must be something for a function to come to a place: `model` of `if model is not None:`."""
    found, inside = set(), place
    for above in syntax.around(place):
        if isinstance(above, tree.Scope):
            break
        if isinstance(above, tree.If) and inside in above.body:
            test = above.test
            is_some = isinstance(test, tree.Compare) and test.ops == ["is not"]
            asked = test.left if isinstance(test, tree.Compare) and is_some else test
            found |= {asked.id} if isinstance(asked, tree.Name) else set()
        inside = above
    return found


def _left_by(syntax: tree.Tree, place: tree.Node) -> set[str]:
    """The names that let a function return before it comes to a place: `as_model` of `if as_model: return model`."""
    found: set[str] = set()
    for above in (place, *syntax.around(place)):
        if isinstance(above, tree.Scope):
            break
        for before in ifs_before(syntax, above):
            if isinstance(before.test, tree.Name) and isinstance(before.body[-1], (tree.Return, tree.Raise)):
                found.add(before.test.id)
    return found


def _leaves(function: tree.FunctionDef, call: tree.Call, names: set[str]) -> bool:
    """Whether one of these parameters is true in a call, as far as it is written out there or by default."""
    given = tree.passed_to(function, call) if names else {}
    values = (given.get(one.name, one.default) for one in function.parameters if one.name in names)
    return any(isinstance(value, tree.Constant) and bool(value.value) for value in values)


def _gives(function: tree.FunctionDef, call: tree.Call, needed: set[str]) -> bool:
    """Whether a call gives a function all parameters of these names that are None or False by default."""
    if not needed or any(argument.star for argument in call.args):
        return True
    given = tree.passed_to(function, call)
    missing = (one for one in function.parameters if one.name in needed and one.name not in given)
    return not any(isinstance(one.default, tree.Constant) and not one.default.value for one in missing)


def _tests(syntax: tree.Tree, inside: tree.Node, above: tree.Node) -> Iterator[tree.Expression]:
    yield from tests_at(syntax, inside, above)
    yield from (one.test for one in ifs_before(syntax, above) if one.body and _stops(one.body[-1]))
    if isinstance(above, tree.BoolOp) and inside is not above.values[0]:
        yield above.values[0]
    if isinstance(above, tree.While) and inside in above.body:
        yield above.test
    if isinstance(above, tree.Match) and inside is not above.subject:
        yield above.subject
    if isinstance(above, tree.With):
        yield from (item.context for item in above.items if _OWN.search(syntax.text_of(item.context)))


def _stops(last: tree.Node) -> bool:
    """Whether a process goes no further: `raise`, `sys.exit()`."""
    call = last.value if isinstance(last, tree.ExpressionStatement) else None
    is_exit = isinstance(call, tree.Call) and tree.last_name(call.func) in ("exit", "_exit")
    return is_exit or isinstance(last, tree.Raise)


def _is_entry(syntax: tree.Tree, function: tree.Node) -> bool:
    """Whether processes begin with a function: it is given to what starts them, or makes their group itself."""
    assert isinstance(function, tree.FunctionDef)
    is_given = function.name in syntax.once_of_all(_given_to_starters)
    return is_given or _spread_in(syntax, syntax.own(function, tree.Call), _INIT) is not None


def _given_to_starters(syntax: tree.Tree) -> frozenset[str]:
    """The names of what is given to calls that start processes."""
    starts = (call for call in syntax.all(tree.Call) if distributed.starts_processes(call))
    return frozenset(tree.last_name(a.value) for call in starts for a in call.args)


def _spread(syntax: tree.Tree) -> tree.Call | None:
    """What makes a program one of several processes, in its own file."""
    groups = syntax.calls_named(_INIT)
    if groups and all(map(_is_of_one, groups)):
        return None
    return _spread_in(syntax, syntax.all(tree.Call), _INIT)


def _spread_in(syntax: tree.Tree, calls: list[tree.Call], name: str) -> tree.Call | None:
    named = (call for call in calls if tree.last_name(call.func) == name and not _is_of_one(call))
    spreading = [call for call in calls if distributed.spreads(syntax, call)]
    by_launcher = [call for call in spreading if _is_by_launcher(call)]
    wrapping = (call for call in spreading if call not in by_launcher)
    return next(wrapping, None) or next(named, None) or next(iter(by_launcher), None)


def _is_by_launcher(spread: tree.Call) -> bool:
    """Whether the launcher decides if there are several processes, as for accelerate's `prepare`."""
    return tree.last_name(spread.func) == "prepare"


def _spread_by_class(syntax: tree.Tree, method: tree.FunctionDef) -> tree.Call | None:
    """What makes a program one of several processes in the class of a method, whose objects all of them have."""
    owner = syntax.parents.get(method)
    return syntax.once_in_file(_spread_inside, owner) if isinstance(owner, tree.ClassDef) else None


def _spread_inside(syntax: tree.Tree, part: tree.Node) -> tree.Call | None:
    return _spread_in(syntax, syntax.inside(part, tree.Call), _INIT)


def _trains(syntax: tree.Tree) -> bool:
    """Whether a program surely runs in several processes: others wrap a model to look at it, in one."""
    return bool(syntax.calls_named("backward") or syntax.calls_named(_INIT))


def _runs_backward(calls: list[tree.Call]) -> bool:
    return any(tree.last_name(call.func) == "backward" for call in calls)


def _is_named_by(place: tree.Node) -> set[str]:
    """The names that a call is given after the first, as they are: the file to save to, perhaps one of each rank."""
    given = place.args[1:] if isinstance(place, tree.Call) else ()
    return {one.value.id for one in given if isinstance(one.value, tree.Name)}


def _is_of_one(call: tree.Call) -> bool:
    """Whether a process group has a single process: `world_size=1`."""
    sizes = (argument.value for argument in call.args if argument.keyword == "world_size")
    return any(isinstance(size, tree.Constant) and size.value == 1 for size in sizes)


def _calls(syntax: tree.Tree, defined: tree.Tree, function: tree.FunctionDef) -> Iterator[tree.Call]:
    """The calls of a function in a file, by its name; of a method, by its class."""
    owner = defined.above(function, tree.ClassDef, tree.FunctionDef)
    if isinstance(owner, tree.ClassDef) and function.name == "__init__":
        calls = syntax.calls_named(owner.name)
    elif isinstance(owner, tree.ClassDef) and function.name == "__call__":
        calls = syntax.once_in_file(_calls_of_objects, owner)
    elif isinstance(owner, tree.ClassDef):
        methods = (call for call in syntax.calls_named(function.name) if isinstance(call.func, tree.Attribute))
        calls = [call for call in methods if _may_be_of(syntax, call, owner, defined)]
    else:
        calls = [call for call in syntax.calls_named(function.name) if _is_plain(call)]
    return (call for call in calls if not _names_rank(syntax, call))


def _calls_of_objects(syntax: tree.Tree, owner: tree.Node) -> list[tree.Call]:
    """The calls of names that a file gives objects of a class: `save(state)`, for `save = Saver(folder)`."""
    assert isinstance(owner, tree.ClassDef)
    made = [one for one in syntax.calls_named(owner.name) if syntax.once_in_file(_choice, one) != "one"]
    assigns = (syntax.parents.get(one) for one in made)
    targets = (target for one in assigns if isinstance(one, tree.Assign) for target in one.targets)
    names = {name for target in targets if (name := tree.dotted(target)) is not None}
    called = (call for name in sorted(names) for call in syntax.calls_named(name.rpartition(".")[2]))
    return [call for call in called if tree.dotted(call.func) in names]


def _is_plain(call: tree.Call) -> bool:
    """Whether a function is called by its name, or as a part of a module, and not on an object."""
    return isinstance(call.func, tree.Name) or (tree.dotted(call.func) or "self.").split(".")[0] != "self"


def _may_be_of(syntax: tree.Tree, call: tree.Call, owner: tree.ClassDef, defined: tree.Tree) -> bool:
    """Whether a method is called on `self` in its class, or on an object in a file that makes one."""
    func = call.func
    if call in by_name(syntax):
        return False  # a function of a package: `torch.save`
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self":
        return syntax is defined and syntax.above(call, tree.ClassDef) is owner
    return any(syntax.once_in_file(_choice, made) != "one" for made in syntax.calls_named(owner.name))


def _names_rank(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a function is told which process this is, and may write to another file in each."""
    return any(_OWN.search(syntax.text_of(argument)) for argument in call.args)
