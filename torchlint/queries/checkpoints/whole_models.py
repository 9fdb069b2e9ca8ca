"""Whether what is read from a file is an object, pickled as a whole: it is called, or has a module's methods called.

Most such objects are models. A vocabulary that is called, or a tree with `predict`, is loaded in the same way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, only_definition, resolved_expression
from torchlint.knowledge.signatures import returns_itself
from torchlint.knowledge.torch_api import member, method
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_OF_DICTS = frozenset(dir(OrderedDict))
_DEEPEST = 5
# What PyTorch loads without being told that it may: no other object's attributes are read on these.
_OF_PLAIN_DATA = frozenset(
    name for kind in (OrderedDict, list, tuple, set, str, int, float, complex) for name in dir(kind)
)


def is_whole_model(file: File, load: tree.Call) -> bool:
    """Whether what a call of torch.load gives is used as a module, at once or by the name that it gets."""
    syntax = file.tree
    held: tree.Expression = load
    while isinstance(above := syntax.parents.get(held), (tree.Attribute, tree.Subscript)):
        call = syntax.parents.get(above)
        if isinstance(above, tree.Subscript) and above.value is held:
            held = above  # a module in a checkpoint: `torch.load(path)["model"].eval()`
            continue
        if not isinstance(above, tree.Attribute) or not isinstance(call, tree.Call) or call.func is not above:
            return False
        if _is_of_modules(above.attr):
            return True
        held = call
    if isinstance(above, tree.Call) and above.func is held:
        return True
    around = syntax.above(load, tree.ClassDef) or syntax.scope(load)
    return any(_uses(syntax, around, one.name, held) for one in definitions_from(syntax, held) if one.name)


def is_own_object(file: File, load: tree.Call) -> bool:
    """Whether an object of a class of the project is loaded: its name has one otherwise, and attributes are read of it.

    `memory = torch.load(path)` under a condition, `memory = Memory(size)` where it does not hold, and `memory.steps`.
    """
    syntax = file.tree
    for target in (one.target for one in definitions_from(syntax, load)):
        if not isinstance(target, tree.Name) or not _is_made_otherwise(file, target):
            continue
        for read in syntax.inside(syntax.scope(load), tree.Attribute):
            if isinstance(read.value, tree.Name) and read.value.id == target.id and _is_of_objects(read.attr):
                if resolved_expression(syntax, read.value) is load:
                    return True
    return False


def _is_made_otherwise(file: File, name: tree.Name) -> bool:
    """Whether another definition of a variable constructs an object of a class of the project, with no foreign base."""
    made = [one.value for one in definitions_of(file.tree, name) if isinstance(one.value, tree.Call)]
    values = [file.value(call).value for call in made]
    classes = [value.ref for value in values if value.kind == "instance" and isinstance(value.ref, Class)]
    return any(
        all(base.kind in ("class", "external") for base in cls.bases) and cls.external_bases in ((), ("object",))
        for cls in classes
    )


def _is_of_objects(name: str) -> bool:
    """Whether neither plain data nor a tensor has such an attribute."""
    return name not in _OF_PLAIN_DATA and method(name) is None


def _uses(syntax: tree.Tree, around: tree.Node, name: str, held: tree.Expression) -> bool:
    """Whether something is called, or a module's method is called on it, where its name stands for what was loaded."""
    used, names = syntax.once_in_file(_used, around)
    return name in names if "." in name else held in used


def _used(syntax: tree.Tree, around: tree.Node) -> tuple[set[tree.Node], set[str | None]]:
    """What is called, or has a module's method called on it, in some code; and how that is written."""
    found: set[tree.Node] = set()
    names: set[str | None] = set()
    for call in syntax.inside(around, tree.Call):
        func = call.func
        for used in [func] + ([func.value] if isinstance(func, tree.Attribute) and _is_of_modules(func.attr) else []):
            names.add(tree.dotted(used))
            found.update(_stands_for(syntax, used))
    return found, names


def _stands_for(syntax: tree.Tree, used: tree.Expression) -> Iterator[tree.Node]:
    """What an expression may be, or take an element of, as far as names are followed."""
    here: tree.Node = used
    for _ in range(_DEEPEST):
        bases = list(_bases(here))
        yield from bases
        here = bases[-1]
        if not isinstance(here, tree.Name):
            return
        here = _value_of(syntax, here)


def _value_of(syntax: tree.Tree, name: tree.Name) -> tree.Node:
    """What a name stands for; in a function, too, where a variable of the file is given a value once."""
    made = resolved_expression(syntax, name)
    if made is not name:
        return made
    definition = only_definition(syntax, name)
    return definition.value if definition is not None and definition.value is not None else name


def _bases(here: tree.Node) -> Iterator[tree.Node]:
    """An expression, and what it takes an element of, or calls methods on that return their object."""
    while True:
        yield here
        if isinstance(here, tree.Subscript):
            here = here.value
        elif isinstance(here, tree.Call) and isinstance(here.func, tree.Attribute) and returns_itself(here.func.attr):
            here = here.func.value
        else:
            return


def _is_of_modules(name: str) -> bool:
    """Whether a module has such a method, and neither a tensor nor a dict has; or `predict`, which many models have."""
    is_shared = method(name) is not None or name in _OF_DICTS
    return name == "predict" or (member("torch.nn.Module", name) is not None and not is_shared)
