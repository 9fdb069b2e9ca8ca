"""Uses of what PyTorch does not have any more, or what does nothing there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.binding.use_def import definitions_of, owner_of, resolved_expression, uses
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import MODULES_NOW, NAMED, OF_NAMED, REMOVED, UNIMPORTABLE, Change, removal
from torchlint.queries import checkpoints, query
from torchlint.queries.api import ApiUse, is_loss, renaming, versions
from torchlint.syntax import edits, tree

from .detect_arguments import arguments_by_table
from .detect_beside_torch import removed_beside_torch
from .detect_imports import is_read
from .detect_lightning import lightning_uses
from .detect_samplers import sampler_arguments
from .detect_spectra import silent_spectra
from .detect_verbose import verbose_argument, verbose_by_position

if TYPE_CHECKING:
    from torchlint.queries import File

_DELETE = "delete this import, which nothing uses"
_LAST_PARTS = frozenset(name.rpartition(".")[2] for name in (*REMOVED, *UNIMPORTABLE))


def removed_uses(file: File) -> Iterator[ApiUse]:
    """Uses that fail, or do nothing any more, with some PyTorch that the project is for."""
    yield from _gone(file)
    yield from _gone_by_table(file)
    yield from _gone_imports(file)
    yield from _gone_names(file)
    yield from _gone_arguments(file)
    yield from verbose_by_position(file)
    yield from arguments_by_table(file)
    yield from _gone_functions(file)
    yield from sampler_arguments(file)
    yield from silent_spectra(file)
    yield from lightning_uses(file)
    yield from removed_beside_torch(file)
    yield from _refused_files(file)
    for node in file.tree.all(tree.Subscript):
        yield from _first_of_a_number(file, node)
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute):
            yield from _gone_method(file, call, call.func)


def _gone(file: File) -> Iterator[ApiUse]:
    for call in file.named_calls(*REMOVED):
        (name, *others) = sorted(call.spelled)
        change = REMOVED[name]
        if not others and file.torch.reaches(change.since):
            yield ApiUse(file, call.node.func, name, _fails(name, change), change.instead, renaming(call, change))


def _gone_by_table(file: File) -> Iterator[ApiUse]:
    """Names that warned in one version of their package, and are gone in a later one: their imports and their calls."""
    found: list[tuple[tree.Node, str]] = []
    idle: set[tree.Node] = set()
    for statement in file.tree.all(tree.ImportFrom):
        if not statement.level:
            found += [(alias, f"{statement.module}.{alias.name}") for alias in statement.names]
            idle.update(alias for alias in statement.names if not is_read(file, alias.asname or alias.name))
    for call, names in file.names.calls.items():
        if isinstance(call.func, tree.Attribute) and len(names) == 1:
            found.append((call.func, next(iter(names))))
    for node, name in found:
        change = removal(name)
        if change is not None and versions(file, change).reaches(change.since):
            package = "PyTorch" if change.package == "torch" else change.package
            happens = f"fails since {package} {change.since[0]}.{change.since[1]}"
            yield ApiUse(file, node, name, happens, _DELETE if node in idle else change.instead)


def _fails(name: str, change: Change) -> str:
    major, minor = change.since
    return f"fails since PyTorch {major}.{minor}" if name.startswith("torch.") else "has been removed"


def _refused_files(file: File) -> Iterator[ApiUse]:
    """Loads of files that hold more than weights, which torch.load refuses since it loads weights only."""
    for load in checkpoints.torch_loads(file):
        if (failure := load.failure) is not None:
            trust = "pass `weights_only=False` if you trust the file"
            instead = f"save {failure.instead}, or {trust}" if failure.instead else trust
            yield ApiUse(file, load.node, load.text, f"fails {failure.happens}", instead, is_sure=failure.is_sure)


def _gone_imports(file: File) -> Iterator[ApiUse]:
    """Imports of what is not there any more."""
    statements: list[tree.Import | tree.ImportFrom] = [*file.tree.all(tree.ImportFrom), *file.tree.all(tree.Import)]
    for statement in statements:
        if "torch" not in file.tree.text_of(statement):
            continue
        for name in sorted({meaning for _, meaning in edits.bound_by(statement)}):
            gone = next((g for g in UNIMPORTABLE if name == g or name.startswith(f"{g}.")), None)
            if gone is not None and file.torch.reaches(UNIMPORTABLE[gone].since):
                change, bound = UNIMPORTABLE[gone], edits.bound_by(statement)
                is_idle = not any(is_read(file, alias) for alias, _ in bound)
                deletion = edits.without(file.tree, statement) if is_idle else ()
                instead = _DELETE if is_idle else change.instead
                yield ApiUse(file, statement, gone, _fails(gone, change), instead, deletion)
                break


def _gone_names(file: File) -> Iterator[ApiUse]:
    """Reads of what is not there any more, other than by a call: `torch._six.inf`, `solve = torch.symeig`."""
    stored = {text for node in file.tree.all(tree.Assign) for target in node.targets if (text := tree.dotted(target))}
    for node in file.tree.all(tree.Attribute):
        if node.attr not in _LAST_PARTS:
            continue
        name, above = file.names.spelled_out(node), file.tree.parents[node]
        is_called = isinstance(above, tree.Call) and above.func is node
        change = UNIMPORTABLE.get(name) or (None if is_called or name in MODULES_NOW else REMOVED.get(name))
        if change is None or not file.torch.reaches(change.since) or tree.dotted(node) in stored:
            continue  # still exists, or the program itself defines it
        if (tree.dotted(node) or "").partition(".")[0] in file.tree.once_of_all(edits.rebound):
            continue  # it may refer to something other than the import
        yield ApiUse(file, node, name, _fails(name, change), change.instead)


def _gone_arguments(file: File) -> Iterator[ApiUse]:
    """Arguments that nothing takes any more."""
    for argument in file.tree.all(tree.Argument):
        if argument.keyword not in ("verbose", "names", "volatile", "retain_variables"):
            continue
        call = file.tree.parents[argument]
        if not isinstance(call, tree.Call):
            continue
        names, shown = file.names.spelled(call), file.tree.text_of(argument)
        if argument.keyword == "verbose":
            yield from verbose_argument(file, call, argument)
        elif argument.keyword == "names" and names and names <= NAMED and file.torch.reaches((2, 13)):
            yield ApiUse(file, argument, shown, "fails in PyTorch 2.13", "document the dimensions in a comment")
        elif argument.keyword == "volatile" and any(name.endswith(".Variable") for name in names):
            instead = "use `torch.no_grad()` around its uses"
            yield ApiUse(file, argument, shown, "does nothing since PyTorch 0.4", instead)
        elif argument.keyword == "retain_variables" and isinstance(call.func, tree.Attribute):
            if call.func.attr == "backward":
                at = Span(argument.start, argument.start + len(argument.keyword))
                change = (Edit(at, "retain_graph"),)
                yield ApiUse(file, argument, shown, "fails since PyTorch 0.4", "use `retain_graph`", change)


def _gone_functions(file: File) -> Iterator[ApiUse]:
    """Autograd functions that keep their state on themselves."""
    for cls in file.analysis.classes:
        if not any(base == "torch.autograd.Function" for base in cls.external_bases) or not file.torch.reaches((1, 5)):
            continue
        forward = cls.methods.get("forward")
        if forward is not None and not forward.binding and isinstance(forward.node, tree.FunctionDef):
            shown = f"{cls.name}.forward"
            instead = "make `forward` and `backward` static, with a `ctx`, and call `.apply`"
            yield ApiUse(file, forward.node, shown, "fails since PyTorch 1.5 because it is not static", instead)


def _first_of_a_number(file: File, node: tree.Subscript) -> Iterator[ApiUse]:
    """`loss.data[0]`: a loss has no dimension, so there is no first of it."""
    index, held = node.index, node.value
    if not (isinstance(index, tree.Constant) and index.value == 0) or isinstance(index.value, bool):
        return
    if not isinstance(held, tree.Attribute) or held.attr != "data" or not file.torch.reaches((1, 0)):
        return
    if _is_one_number(file, held.value):
        change = (Edit(Span(held.value.end, node.end), ".item()"),)
        yield ApiUse(file, node, file.value(node).text, "fails since PyTorch 1.0", "use `.item()`", change)


def _is_one_number(file: File, node: tree.Node) -> bool:
    """Whether a tensor has no dimension: a loss comes to it, or backward() is called on it without a gradient."""
    if isinstance(node, tree.Call):
        return any(map(is_loss, file.names.spelled(node))) and not any(
            a.keyword in ("reduce", "reduction") for a in node.args
        )
    name = tree.dotted(node)
    if name is None:
        return False
    if _is_given_by_loss(file, node):
        return True
    return any(_is_differentiated(file, its, scope) for its, scope in _alike(file, node, name))


def _alike(file: File, node: tree.Node, name: str) -> Iterator[tuple[str, tree.Node]]:
    """The name with its function, and those with theirs that the same loss of the file gives something to.

    `loss = criterion(...)` in an evaluation has as many numbers as `loss = criterion(...)` in a training.
    """
    yield name, file.tree.scope(node)
    made = resolved_expression(file.tree, node)
    called = made.func if isinstance(made, tree.Call) and isinstance(made.func, tree.Name) else None
    if called is None or owner_of(file.tree, called) is not file.tree.root:
        return
    if len(definitions_of(file.tree, called)) != 1:
        return
    for used in uses(file.tree, called):
        call = file.tree.parents.get(used)
        assign = file.tree.parents.get(call) if isinstance(call, tree.Call) and call.func is used else None
        if isinstance(assign, tree.Assign) and len(assign.targets) == 1 and isinstance(assign.targets[0], tree.Name):
            yield assign.targets[0].id, file.tree.scope(assign)


def _is_differentiated(file: File, name: str, scope: tree.Node) -> bool:
    """Whether backward() is called on a name of a function, or on a sum with it, without a gradient."""
    names = {name, *_sums_of(file.tree, scope, name)}
    for call in (n for n in tree.walk(scope) if isinstance(n, tree.Call)):
        func = call.func
        if isinstance(func, tree.Attribute) and func.attr == "backward" and tree.dotted(func.value) in names:
            if any(not a.keyword or a.keyword == "gradient" for a in call.args):
                return False
            return not any(_is_of_another_package(file, given) for given in _assigned(file.tree, scope, name))
    return False


def _is_given_by_loss(file: File, node: tree.Node) -> bool:
    """Whether a name stands for what a loss of PyTorch's returns, reduced."""
    made = resolved_expression(file.tree, node)
    return isinstance(made, tree.Call) and _is_one_number(file, made)


def _sums_of(syntax: tree.Tree, scope: tree.Node, name: str) -> set[str]:
    """The names of sums that something is a term of: what has one number has terms of one number."""
    sums = (one for one in assignments_in(scope) if isinstance(one.value, tree.BinaryOp))
    return {one.name for one in sums if one.name and name in map(tree.dotted, _terms(one.value))}


def _terms(node: tree.Node | None) -> Iterator[tree.Node]:
    """What is added up or subtracted, each perhaps with a factor in front of it."""
    if not isinstance(node, tree.BinaryOp):
        yield from (node,) if node is not None else ()
    elif node.op in ("+", "-"):
        yield from _terms(node.left)
        yield from _terms(node.right)
    elif node.op == "*":
        yield from (side for side in (node.left, node.right) if tree.dotted(side))


def _assigned(syntax: tree.Tree, scope: tree.Node, name: str) -> list[tree.Expression]:
    """What is assigned to a name, or to an attribute of `self`."""
    return [one.value for one in assignments_to(syntax, scope, name) if one.value is not None]


def _is_of_another_package(file: File, loss: tree.Expression) -> bool:
    """Whether a loss is what another package's gives, which may be a tensor of one number and one dimension."""
    if isinstance(loss, tree.BinaryOp):
        return any(_is_of_another_package(file, side) for side in (loss.left, loss.right))
    name = tree.dotted(loss.func) if isinstance(loss, tree.Call) else None
    if name is None:
        return False
    made = [_without_methods(given) for given in _assigned(file.tree, file.tree.root, name)]
    names = [one for call in (loss, *made) if isinstance(call, tree.Call) for one in file.names.spelled(call)]
    return any(not one.startswith((".", "torch.")) and not _is_of_the_project(file, one) for one in names)


def _is_of_the_project(file: File, name: str) -> bool:
    package = name.partition(".")[0]
    return file.project_files is not None and file.project_files.resolve(file.place, 0, package) is not None


def _without_methods(made: tree.Expression) -> tree.Expression:
    """What an object is made by, without what is called on it at once: `Loss().cuda()`."""
    while (
        isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and isinstance(made.func.value, tree.Call)
    ):
        made = made.func.value
    return made


def _gone_method(file: File, call: tree.Call, func: tree.Attribute) -> Iterator[ApiUse]:
    """Methods of tensors with names, and of loaders' iterators."""
    if func.attr in OF_NAMED and file.torch.reaches((2, 13)) and file.value(func.value).value.kind == "tensor":
        shown = file.value(call).text
        yield ApiUse(file, call, shown, "fails in PyTorch 2.13", "name the dimensions in a comment")
    elif func.attr == "next" and not call.args:
        is_known = file.value(func.value).value.kind == "loader"
        over = None if is_known else _iterated_by(file, func.value)
        if is_known or over is not None:
            change = (Edit(Span(call.start, call.start), "next("), Edit(Span(func.value.end, call.end), ")"))
            is_sure = over is None or _is_loader_by_name(file, over)
            shown = file.value(call).text
            yield ApiUse(file, call, shown, "fails since PyTorch 1.13", "use `next(...)`", change, is_sure=is_sure)


def _iterated_by(file: File, iterator: tree.Expression) -> tree.Expression | None:
    """What an iterator goes over that `iter` has made of something unknown; None if it may have a `next` of its own."""
    made = resolved_expression(file.tree, iterator)
    if not isinstance(made, tree.Call) or tree.dotted(made.func) != "iter" or len(made.args) != 1:
        return None
    over = made.args[0].value
    return over if file.value(over).value.kind == "unknown" and not _has_own_next(file) else None


def _is_loader_by_name(file: File, over: tree.Expression) -> bool:
    """Whether something unknown is a DataLoader by its name. Iterators of DALI and prefetchers have a `next`."""
    made = file.tree.text_of(resolved_expression(file.tree, over)).lower()
    if file.names.imports_packages(("nvidia", "dali")) or "dali" in made or "prefetch" in made:
        return False
    return "loader" in tree.last_part(over).lower()


@query
def _has_own_next(file: File) -> bool:
    """Whether any class of the program has a method `next`."""
    functions = (one for unit in file.analysis.units for one in unit.tree.all(tree.FunctionDef))
    return any(one.name == "next" for one in functions)
