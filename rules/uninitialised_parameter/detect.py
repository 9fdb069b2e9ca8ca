"""Parameters that are made of memory as it was found, and that nothing seems to fill."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.known_texts import may_be, texts_of
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, uses
from torchlint.knowledge.call_names import UNINITIALISED, UNINITIALISED_BY_SIZES
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_GOING_THROUGH = frozenset("parameters named_parameters _parameters".split())
_PREPARING = re.compile(r"__init__|init|reset|load|build|setup|create|fill")
# What loads weights, or is loaded by `from_pretrained` wherever it is used.
_LOADS = re.compile(r"load_state_dict|load_from_checkpoint|torch\.load\(|load_checkpoint|safetensors|PreTrainedModel")
_PRETRAINED = re.compile(r"(\w+)\.from_pretrained\(")
_APPLIES = re.compile(
    r"\.apply\(\s*[\w.]*(init|weight|reset|normal|xavier|kaiming|orthogonal|lambda|partial)", re.IGNORECASE
)
_COUNTING = frozenset(("*", "+", "-", "//", "%"))  # of whole numbers, again whole numbers
_LAYERS_OF_SIZES = frozenset(("torch.nn.Linear", "torch.nn.Embedding"))
_LAYERS = ("nn.", "torch.nn.")
# `nn.Sequential`, `nn.ModuleList`, `nn.DataParallel`, `nn.utils.weight_norm`
_HOLDS_MODULES = re.compile(r"Sequential|Module|Parallel|Transformer|nn\.utils\.|nn\.parallel\.")
_LOOPS = re.compile(r"for .*parameters\(\).*:")
_MOST_FILES = 200


@dataclass(frozen=True, slots=True, eq=False)
class EmptyParameter(CallView):
    """`nn.Parameter(torch.empty(n, m))`, assigned to an attribute of a module."""

    name: str  # of the attribute
    cls: Class
    first_by: str  # what may give it its first numbers elsewhere: a checkpoint, or other code; empty where nothing may

    @property
    def memory(self) -> str:
        """The code that takes memory as it is."""
        given = self.argument(0, "data")
        return given.text if given is not None else self.text


def empty_parameters(file: File) -> Iterator[EmptyParameter]:
    """Parameters of this file's modules that nothing fills, as far as the project shows, in source order."""
    if testing.is_test_module(file):
        return
    made = [found for call in file.tree.all(tree.Call) if (found := _made(file, call)) is not None]
    others = _others(file) if made else {}
    if not made or _goes_through_parameters(file.tree, others.values()):
        return
    further = _further(file, others)
    may_be_loaded = _loads(file.text) or any(map(_may_load_first, others.values()))
    fillers = [reach for place, text in others.items() if (reach := _reach_of_filling(file, place, text)) is not None]
    if "all" in fillers:
        return
    is_gone_through = any(_reach_of_filling(file, place, text) is not None for place, text in further.items())
    for call, name in made:
        cls = file.analysis.class_at.get(file.tree.above(call, tree.ClassDef))
        if cls is None or _is_filled(cls, name) or any(_speaks_of(text, name) for text in others.values()):
            continue
        if fillers and _is_part(cls, others.values()):
            continue  # a child of the model, all of whose children are filled
        if any(_reaches_in(text, name) for text in further.values()):
            continue  # by way of the modules that hold this one
        is_unseen = any(base != "torch.nn.Module" for base in cls.external_bases) or cls.unit.tree.once(
            _hands_itself_on, cls.node
        )
        first_by = "a checkpoint" if may_be_loaded or is_unseen else "other code" if is_gone_through else ""
        yield EmptyParameter(file, call, name, cls, first_by)


def _made(file: File, call: tree.Call) -> tuple[tree.Call, str] | None:
    """A parameter that is made of empty memory, with the attribute that it is assigned to or registered as."""
    if tree.last_name(call.func) != "Parameter" or not call.args or not _is_empty(file, call.args[0].value):
        return None
    above = file.tree.parents.get(call)
    if isinstance(above, tree.Assign) and isinstance(above.targets[0], tree.Attribute):
        target = above.targets[0]
        return (call, target.attr) if tree.dotted(target.value) == "self" else None
    outer = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    if isinstance(outer, tree.Call) and tree.last_name(outer.func) == "register_parameter":
        name = outer.args[0].value
        return (call, name.value) if isinstance(name, tree.Constant) and isinstance(name.value, str) else None
    return None


def _is_empty(file: File, node: tree.Expression) -> bool:
    """Whether an expression takes memory as it is: `torch.empty(3, 4)`, `torch.Tensor(3, 4)`, `x.new_empty(3)`."""
    if not isinstance(node, tree.Call):
        return False
    name, given = file.names.spelled_out(node.func), [a for a in node.args if a.keyword is None]
    if any(isinstance(one.value, tree.Constant) and one.value.value == 0 for one in given):
        return False  # an empty tensor
    if any(a.keyword == "device" and getattr(a.value, "value", None) == "meta" for a in node.args):
        return False
    if name in UNINITIALISED or tree.last_name(node.func) == "new_empty":
        return True
    is_size = len(given) == 1 and _is_size(file, given[0].value)
    return name in UNINITIALISED_BY_SIZES and (len(given) > 1 or is_size or any(a.star for a in given))


def _is_size(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a whole number, as far as it is written: of `torch.Tensor([1.0, 2.0])`, a list is not.

    A name is one if its value is known, its annotation says so, or the same function counts with it.
    """
    if isinstance(node, tree.Constant):
        return isinstance(node.value, int)
    if isinstance(node, tree.BinaryOp):
        return node.op in _COUNTING and _is_size(file, node.left) and _is_size(file, node.right)
    if isinstance(node, tree.Call):
        return tree.dotted(node.func) in ("int", "len")
    value = file.facts.values.get(node)
    if value is not None and value.kind == "number" and type(value.ref) is int:
        return True
    if not isinstance(node, tree.Name):
        return False
    one = reaching_definition(file.tree, node)
    if one is not None and one.kind == "assignment" and one.value is not None and not isinstance(one.value, tree.Name):
        return _is_size(file, one.value)
    if one is None or not isinstance(one.node, tree.Parameter):
        return False
    annotation = one.node.annotation
    return tree.dotted(annotation) == "int" or any(_counts(file, use) for use in uses(file.tree, node))


def _counts(file: File, use: tree.Node) -> bool:
    """Whether a use of a name shows that it is a whole number: one of several sizes, or the end of a range."""
    above = file.tree.parents.get(use)
    if isinstance(above, tree.BinaryOp):
        return above.op in ("//", "%")  # a list may be multiplied
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    if not isinstance(call, tree.Call) or not isinstance(above, tree.Argument) or above.star:
        return False
    name, places = file.names.spelled_out(call.func), [a for a in call.args if a.keyword is None]
    if name in UNINITIALISED_BY_SIZES or name in UNINITIALISED:
        return len(places) > 1 and above in places
    return name == "range" or (name in _LAYERS_OF_SIZES and above in places[:2])


def _is_filled(cls: Class, name: str) -> bool:
    """Whether the file of a class, or one of a class it inherits from, does something to the attribute."""
    derived = [base for one in cls.descendants for base in (one, *one.lineage)]
    related = {one.node: one.unit for one in (cls, *cls.lineage, *derived)}
    by_name = [text for node, unit in related.items() for text in unit.tree.once(_texts_filled, node)]
    if any(may_be(text, name) for text in by_name):
        return True
    return any(
        _fills(unit.tree, node)
        for unit in dict.fromkeys(related.values())
        for node in unit.tree.all(tree.Attribute)
        if node.attr == name and _may_be_of(unit.tree, node, related)
    )


def _texts_filled(syntax: tree.Tree, cls: tree.Node) -> frozenset[str]:
    """The texts by which a class looks up what it fills, `*` for any: `getattr(self, each)`."""
    found: set[str] = set()
    for call in syntax.inside(cls, tree.Call):
        if tree.dotted(call.func) == "getattr" and len(call.args) > 1 and tree.dotted(call.args[0].value) == "self":
            if _fills(syntax, call):
                found.update(texts_of(syntax, call.args[1].value) or ("*",))
    return frozenset(found)


def _may_be_of(syntax: tree.Tree, node: tree.Attribute, classes: Container[tree.Node]) -> bool:
    """Whether an attribute may be that of an object of some classes: `self.scale` of another class is its own."""
    if tree.dotted(node.value) != "self":
        return True
    around = syntax.above(node, tree.ClassDef)
    return around is None or around in classes


def _fills(syntax: tree.Tree, node: tree.Expression) -> bool:
    """Whether what is done with an attribute may give it its first numbers."""
    here: tree.Node = node
    above = syntax.parents.get(here)
    while (isinstance(above, tree.Attribute) and has_column(above.attr, "detach")) or (
        isinstance(above, tree.Subscript) and above.value is here
    ):
        here, above = above, syntax.parents.get(above)
    if isinstance(above, tree.Attribute):
        is_called = isinstance(syntax.parents.get(above), tree.Call)
        if is_called and above.attr.endswith("_"):
            return True
        return not has_column(above.attr, "metadata") and _is_preparing(syntax, node)
    if isinstance(above, tree.Assign) and any(here is target for target in above.targets):
        return not _is_empty_again(above)
    if isinstance(above, tree.AugmentedAssign) and above.target is here:
        return True
    if isinstance(above, (tree.BinaryOp, tree.Compare)):
        return False  # it is computed with
    if isinstance(above, tree.Argument):
        return _is_given_to_a_filler(syntax, above) or _is_preparing(syntax, node)
    return _is_preparing(syntax, node)


def _is_empty_again(assign: tree.Assign) -> bool:
    """Whether this is the making of the parameter itself, or of none."""
    value = assign.value
    is_made = isinstance(value, tree.Call) and tree.last_name(value.func) == "Parameter" and bool(value.args)
    if is_made and isinstance(value, tree.Call) and isinstance(value.args[0].value, tree.Call):
        last = tree.last_name(value.args[0].value.func)
        return "empty" in last or last.endswith("Tensor")
    return isinstance(value, tree.Constant) and value.value is None


def _is_given_to_a_filler(syntax: tree.Tree, argument: tree.Argument) -> bool:
    """Whether it is given to a function that is called for what it does, or named like an initializer."""
    call = syntax.parents.get(argument)
    if not isinstance(call, tree.Call):
        return False
    last = tree.last_name(call.func)
    if last in ("setattr", "print", "isinstance", "len"):
        return False
    return isinstance(syntax.parents.get(call), tree.ExpressionStatement) or last.endswith("_") or "init" in last


def _is_preparing(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code is in a function that prepares something, by its name, or outside the methods of a class."""
    function = syntax.above(node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef) or syntax.above(function, tree.ClassDef) is None:
        return True
    return _PREPARING.search(function.name) is not None


def _goes_through_parameters(syntax: tree.Tree, others: Iterable[str]) -> bool:
    """Whether code goes through all parameters of something and changes them in place."""
    return any(
        _is_filling(syntax, loop) and not _is_for_new_layers(syntax, loop, others) for loop in syntax.all(tree.For)
    )


def _is_for_new_layers(syntax: tree.Tree, loop: tree.For, others: Iterable[str]) -> bool:
    """Whether a function goes through the module that it is given, and every call gives it one of PyTorch's layers.

    `zero_module(nn.Linear(8, 8))` fills only that layer. The texts of other files tell whether they may call it.
    """
    function = syntax.above(loop, tree.FunctionDef)
    first = function.parameters[0].name if isinstance(function, tree.FunctionDef) and function.parameters else None
    if not isinstance(function, tree.FunctionDef) or not any(
        isinstance(part, tree.Name) and part.id == first for part in tree.walk(loop.iter)
    ):
        return False
    mentions = [name for name in syntax.all(tree.Name) if name.id == function.name]
    calls = syntax.calls_named(function.name)
    is_only_here = len(mentions) == len(calls) and not any(function.name in text for text in others)
    return is_only_here and bool(calls) and all(_is_layer(tree.positional(call, 0)) for call in calls)


def _is_layer(given: tree.Node | None) -> bool:
    """Whether an expression makes a layer of PyTorch's that holds no other module."""
    made = tree.dotted(given.func) if isinstance(given, tree.Call) else None
    return made is not None and made.startswith(_LAYERS) and not _HOLDS_MODULES.search(made)


def _is_filling(syntax: tree.Tree, loop: tree.For) -> bool:
    named = {tree.last_name(part) for part in tree.walk(loop.iter)}
    return bool(named & _GOING_THROUGH) and any(_changes(call) for call in syntax.inside(loop, tree.Call))


def _changes(call: tree.Call) -> bool:
    last = tree.last_name(call.func)
    return (last.endswith("_") and last != "requires_grad_") or "init" in last


def _hands_itself_on(syntax: tree.Tree, cls: tree.Node) -> bool:
    """Whether a class hands itself to a function that may fill its parameters, or applies one that is not seen."""
    for call in syntax.inside(cls, tree.Call):
        last = tree.last_name(call.func)
        if last in ("super", "isinstance", "getattr", "hasattr", "setattr", "register_parameter"):
            continue
        if any(tree.dotted(argument.value) == "self" for argument in call.args):
            return True
        if last == "apply" and tree.dotted(getattr(call.func, "value", call.func)) == "self":
            return True
    return False


def _others(file: File) -> dict[str, str]:
    """The files that may have a module of this one, with their texts."""
    project_files = file.project_files
    if project_files is None:
        return {}
    return {user: project_files.text(user) for user in project_files.users(file.place)[:_MOST_FILES]}


def _further(file: File, others: Iterable[str]) -> dict[str, str]:
    """The files that import the others, and so on, with their texts: they may have a module that holds this one's."""
    if file.project_files is None:
        return {}
    todo, seen = [file.place, *others], {file.place, *others}
    for place in todo:  # grows as importers are found
        if len(todo) > _MOST_FILES:
            break
        new = [one for one in file.project_files.importers(place) if one not in seen]
        seen.update(new)
        todo += new
    reached = todo[1 + len(list(others)) :]
    return {place: file.project_files.text(place) for place in reached}


def _may_load_first(text: str) -> bool:
    """Whether another file may load weights before it trains: not if it only evaluates, or saves them first."""
    if "backward(" not in text:
        return _loads(text) and ".eval()" not in text
    begun = text.find("torch.save(")
    return _loads(text[:begun] if begun >= 0 else text)


def _loads(text: str) -> bool:
    """Whether code loads weights, other than those of models or embeddings of a library's."""
    if _LOADS.search(text):
        return True
    names = {found[1] for found in _PRETRAINED.finditer(text)} - {"Embedding"}
    imported = "\n".join(re.findall(r"^from (?:transformers|diffusers).*? import (.*)$", text, re.MULTILINE))
    return any(not re.search(rf"\b{name}\b", imported) for name in names)


def _reach_of_filling(file: File, place: str, text: str) -> Literal["all", "children"] | None:
    """Which parameters another file fills that goes through them: those of a whole model, or of its children only."""
    if _APPLIES.search(text):
        return "all"
    syntax = file.project_files.tree(place) if file.project_files is not None and _LOOPS.search(text) else None
    if syntax is None:
        return None
    loops = [loop for loop in syntax.all(tree.For) if _is_filling(syntax, loop)]
    if not loops:
        return None
    return "children" if all(_is_over_children(syntax, loop) for loop in loops) else "all"


def _is_over_children(syntax: tree.Tree, loop: tree.For) -> bool:
    """Whether a loop goes through the parameters of one child after the other: `for child in model.children():`."""
    names = {part.id for part in tree.walk(loop.iter) if isinstance(part, tree.Name)}
    return any(
        isinstance(outer, tree.For)
        and tree.dotted(outer.target) in names
        and isinstance(outer.iter, tree.Call)
        and tree.last_name(outer.iter.func) == "children"
        for outer in syntax.around(loop)
    )


def _is_part(cls: Class, texts: Iterable[str]) -> bool:
    """Whether another module may have an object of a class, made in its own file or in one that has modules."""
    made = re.compile(rf"(?<!class )\b{re.escape(cls.node.name)}\(")
    syntax = cls.unit.tree
    calls = syntax.calls_named(cls.node.name)
    if any(syntax.above(call, tree.ClassDef) is not None for call in calls):
        return True
    return any("Module)" in text and made.search(text) for text in texts)


def _speaks_of(text: str, name: str) -> bool:
    """Whether another file that may have the module does something to a parameter of this name."""
    return re.search(rf"\.{re.escape(name)}\b(\.data)?(\.\w+_\(|\s*\[|\s*=|\s*[,)])", text) is not None


def _reaches_in(text: str, name: str) -> bool:
    """Whether code does so to a parameter of this name of a part of something: `model.embedding.position.pe`."""
    return re.search(rf"\.\w+\.{re.escape(name)}\b(\.data)?(\.\w+_\(|\s*\[|\s*=|\s*[,)])", text) is not None
