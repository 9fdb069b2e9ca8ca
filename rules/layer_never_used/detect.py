"""Layers that a module has and nothing in the project ever uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition
from torchlint.domain.values import ModuleList, Value
from torchlint.knowledge.operations import full_names, has_column
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, View
from torchlint.queries.modules import constructing_code, constructs_parameters
from torchlint.syntax import tree

from .detect_refused import is_refused

if TYPE_CHECKING:
    from torchlint.queries import File

# Bases that use no layer of their own accord.
_PLAIN_BASES = ("torch.nn.Module", "LightningModule", "object", "abc.ABC", "typing.Generic")
_PARAMETER = "torch.nn.Parameter"
# By what a class reaches its layers without naming them.
_GOING_THROUGH = frozenset(
    "children named_children _modules __dict__ get_submodule __getattr__ __getattribute__".split()
)
_GOING_THROUGH_ALL = frozenset("modules named_modules".split())
_OF_LAYERS = frozenset(("weight", "bias"))
# Methods that go through all layers to initialise or count them.
_PREPARING = re.compile(r"__init__|init|reset|load|freeze|count|__repr__|param")
_FILLING = frozenset(("append", "extend"))
_MOST_FILES = 200
# What may read an attribute whose name is a text.
_BY_NAME = re.compile(r"attr\(|attrgetter|__dict__|_modules|named_|get_submodule|state_dict|add_module")
# What a layer is not read from: settings, as in `args.dropout`, and in other files the class itself and packages whose
# functions are called alike.
_SETTINGS = frozenset("args opt cfg config configs hparams".split())
_NO_MODULE = "".join(
    rf"(?<!\b{name})" for name in (*"self torch np F nn linalg functional".split(), *sorted(_SETTINGS))
)


@dataclass(frozen=True, slots=True, eq=False)
class UnusedLayer(View):
    """Where a layer is given its name, `self.conv2` or "dropout", though nothing goes on to use that name."""

    name: str
    made: CallView
    value: Value
    maker: tree.Node  # the code that makes it and its parts

    @property
    def has_parameters(self) -> bool:
        """Whether the layer certainly has something to be trained."""
        return self.is_parameter or constructs_parameters(self.file, self.value, self.maker)

    @property
    def is_parameter(self) -> bool:
        """Whether it is no layer, but a parameter of the module itself."""
        return self.value.kind == "tensor"

    @property
    def drops(self) -> bool:
        """Whether the layer is a dropout of something."""
        ref, given = self.value.ref, self.made.argument(0, "p")
        if given is not None and isinstance(given.node, tree.Constant) and not given.node.value:
            return False
        return isinstance(ref, str) and ref in full_names("dropout", of="torch.nn")


class _Names:
    """Where the names of attributes stand: in a file, and in those that may have its classes."""

    def __init__(self, file: File) -> None:
        self._file = file

    @cached_property
    def _reads(self) -> dict[str, list[tree.Attribute]]:
        syntax, found = self._file.tree, dict[str, list[tree.Attribute]]()
        targets = _assigned_in(syntax.root)
        for node in syntax.all(tree.Attribute):
            if node not in targets and not (_is_only_initialised(syntax, node) or _is_only_filled(syntax, node)):
                found.setdefault(node.attr, []).append(node)
        return found

    @cached_property
    def _texts(self) -> list[tree.Constant]:
        return [c for c in self._file.tree.all(tree.Constant) if isinstance(c.value, str)]

    @cached_property
    def _users(self) -> list[str]:
        """The other files of the project that may have a class of this one."""
        project_files = self._file.project_files
        if project_files is None:
            return []
        users = project_files.users(self._file.place)
        # Who is given the model need not import its file: whoever made it imports both.
        beside = (place for user in users for place in project_files.imports(user) if place != self._file.place)
        return list(dict.fromkeys([*users, *beside]))

    def is_used(self, name: str, cls: Class, own: tree.Node | None) -> bool:
        """Whether the project reads an attribute that may be this class's, or has its name as text."""
        if any(text.value == name or f".{name}." in f".{text.value}." for text in self._texts if text is not own):
            return True
        if any(self._may_be_of(node, cls) for node in self._reads.get(name, ())):
            return True
        if any(name in base.unit.tree.once(_read_in, base.node) for base in cls.lineage if not base.unit.is_target):
            return True  # the class may get its forward from another file
        return len(self._users) > _MOST_FILES or self._is_mentioned(name, cls)

    def _is_mentioned(self, name: str, cls: Class) -> bool:
        """Whether another file that may have the class speaks of the layer."""
        spoken = re.compile(rf"{_NO_MODULE}\.{re.escape(name)}\b|[\"']{re.escape(name)}\.|\.{re.escape(name)}[\"']")
        quoted = re.compile(rf"[\"']{re.escape(name)}[\"']")
        derived = re.compile(rf"class \w+\([^)]*\b{re.escape(cls.name)}\b")
        word = re.compile(rf"\b{re.escape(name)}\b")
        for user in self._users:
            text = self._file.project_files.text(user) if self._file.project_files is not None else ""
            if name not in text:
                continue
            if spoken.search(text) or (derived.search(text) and word.search(text)):
                return True
            if quoted.search(text) and _BY_NAME.search(text):
                return True
        return False

    def _may_be_of(self, node: tree.Attribute, cls: Class) -> bool:
        if tree.dotted(node.value) not in ("self", "cls"):
            return tree.last_part(node.value) not in _SETTINGS
        around = self._file.analysis.class_at.get(self._file.tree.above(node, tree.ClassDef))
        if around is None or cls in around.lineage or around in cls.lineage:
            return True
        return all(node.attr not in one.attributes for one in around.lineage)


def _is_only_initialised(syntax: tree.Tree, layer: tree.Node) -> bool:
    """Whether code reaches through a layer to give its numbers their first values, which uses nothing of it.

    `nn.init.zeros_(self.head.bias)`, `self.head.weight.data.normal_()`. Other methods may go on with these numbers.
    """
    function = syntax.scope(layer)
    if not isinstance(function, tree.FunctionDef) or not _PREPARING.search(function.name):
        return False
    here, above = layer, syntax.parents.get(layer)
    while isinstance(above, tree.Attribute) and (above.attr in _OF_LAYERS or has_column(above.attr, "detach")):
        here, above = above, syntax.parents.get(above)
    if here is layer:
        return False  # the layer itself is passed on, or called
    if isinstance(above, tree.Attribute):
        outer = syntax.parents.get(above)
        call = outer if isinstance(outer, tree.Call) and outer.func is above else None
        return call is not None and above.attr.endswith("_") and _is_statement(syntax, call)
    given_to = syntax.parents.get(above) if isinstance(above, tree.Argument) else None
    if not isinstance(given_to, tree.Call) or not _is_statement(syntax, given_to):
        return False
    return tree.last_name(given_to.func).endswith("_") and given_to.args[0] is above


def _is_only_filled(syntax: tree.Tree, layers: tree.Node) -> bool:
    """Whether a constructor adds to a list of layers, which uses none of them: `self.norms.append(nn.LayerNorm(8))`."""
    function, method = syntax.scope(layers), syntax.parents.get(layers)
    if (
        not isinstance(function, tree.FunctionDef)
        or function.name != "__init__"
        or not isinstance(method, tree.Attribute)
    ):
        return False
    call = syntax.parents.get(method)
    if method.attr not in _FILLING or not isinstance(call, tree.Call) or not _is_statement(syntax, call):
        return False
    # What has a name may be used by that: `self.layers.append(layer)`, and the list only registers it.
    return all(_is_made_there(argument.value) for argument in call.args)


def _is_made_there(added: tree.Expression) -> bool:
    if isinstance(added, (tree.List, tree.Tuple)):
        return all(map(_is_made_there, added.elements))
    return isinstance(added.element if isinstance(added, tree.Comprehension) else added, tree.Call)


def _is_statement(syntax: tree.Tree, call: tree.Call) -> bool:
    return isinstance(syntax.parents.get(call), tree.ExpressionStatement)


def _read_in(syntax: tree.Tree, node: tree.Node) -> set[str]:
    """The attributes that some code reads, of whatever."""
    targets = _assigned_in(node)
    return {attribute.attr for attribute in syntax.inside(node, tree.Attribute) if attribute not in targets}


def unused_layers(file: File) -> Iterator[UnusedLayer]:
    """The layers of this file's modules that nothing uses, in source order."""
    names = _Names(file)
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        if not _shows_what_it_uses(cls):
            continue
        for layer, own in _layers(file, cls):
            if not names.is_used(layer.name, cls, own):
                yield layer
    yield from _added(file, names)


def _shows_what_it_uses(cls: Class) -> bool:
    """Whether the class's own code says by name which of its layers it uses."""
    if not cls.derives_from_module or any(base.kind == "unknown" for one in cls.lineage for base in one.bases):
        return False
    if not all(base.endswith(_PLAIN_BASES) for base in cls.external_bases):
        return False
    forward = next((one.methods["forward"] for one in cls.lineage if "forward" in one.methods), None)
    if forward is None or not any(n.value for n in forward.unit.tree.inside(forward.node, tree.Return)):
        return False  # a subclass may use it
    related = (*cls.lineage, *cls.descendants)
    return not any(one.unit.tree.once(_goes_through_layers, one.node) for one in related)


def _goes_through_layers(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a class reaches its layers in another way than by their names."""
    for method in syntax.inside(node, tree.FunctionDef):
        is_preparing = _PREPARING.search(method.name) is not None
        # `registry.__dict__[name]` goes through what a file has, and not through layers.
        names = {a.attr for a in syntax.inside(method, tree.Attribute) if not _is_of_file(syntax, a.value)}
        if names & _GOING_THROUGH or (names & _GOING_THROUGH_ALL and not is_preparing):
            return True
        if any(_hands_itself_on(call, is_preparing) for call in syntax.inside(method, tree.Call)):
            return True
    return False


def _is_of_file(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a name is what an import statement binds: a file, or what one holds."""
    definition = reaching_definition(syntax, node) if isinstance(node, tree.Name) else None
    return definition is not None and definition.kind == "import"


def _hands_itself_on(call: tree.Call, is_preparing: bool) -> bool:
    called = tree.dotted(call.func) or ""
    if called in ("super", "isinstance", "type", "id", "len", "print"):
        return False
    given = any(tree.dotted(argument.value) == "self" for argument in call.args)
    return given and (called in ("getattr", "hasattr", "vars") or not (is_preparing or called == "setattr"))


def _layers(file: File, cls: Class) -> Iterator[tuple[UnusedLayer, tree.Node | None]]:
    """The layers that the class's own methods make and assign to attributes, each name once."""
    reported: set[str] = set()
    for method in cls.methods.values():
        for one in assignments_in(method.node, into_functions=False):
            target = one.target
            if not isinstance(target, tree.Attribute) or tree.dotted(target.value) != "self" or target.attr in reported:
                continue
            if is_refused(file.tree, one.node):
                continue  # no object has it
            layer = _made(file, target, target.attr, one.value, cls) if one.value is not None else None
            if layer is not None:
                reported.add(target.attr)
                yield layer, None


def _made(file: File, at: tree.Node, name: str, made: tree.Node, cls: Class) -> UnusedLayer | None:
    value = file.facts.values.get(made)
    if not isinstance(made, tree.Call) or value is None:
        return None
    maker = constructing_code(file, made, value)
    if isinstance(value.ref, ModuleList) and not value.items and maker is made and name in cls.attributes:
        # The constructor fills it below.
        value, maker = cls.attributes[name], file.tree.above(made, tree.FunctionDef)
    layer = UnusedLayer(file, at, name, CallView(file, made), value, maker or made)
    if maker is None:
        return layer if value.kind == "tensor" and _is_trained_parameter(layer.made) else None
    return layer if layer.has_parameters or layer.drops else None


def _is_trained_parameter(made: CallView) -> bool:
    """Whether this makes a parameter that wants gradients, of one number or more."""
    data, switch = made.argument(0, "data"), made.argument(1, "requires_grad")
    is_parameter = canonical(made.file.names.spelled_out(made.node.func)) == _PARAMETER
    if not is_parameter or data is None or made.has_stars:
        return False
    if switch is not None and not tree.is_true(switch.node):
        return False
    # Of none, it only says where the module is: `nn.Parameter(torch.empty(0))`.
    given = data.node.args[0].value if isinstance(data.node, tree.Call) and data.node.args else data.node
    is_empty = isinstance(given, (tree.List, tree.Tuple)) and not given.elements
    return not is_empty and tree.integer_literal(given) != 0


def _added(file: File, names: _Names) -> Iterator[UnusedLayer]:
    """Layers that are added from outside to a model whose forward does not know them."""
    for call in file.tree.all(tree.Call):
        if not isinstance(call.func, tree.Attribute) or call.func.attr not in ("add_module", "register_module"):
            continue
        model = file.facts.values.get(call.func.value)
        if len(call.args) != 2 or model is None or model.kind != "module" or not isinstance(model.ref, Class):
            continue
        name, made = call.args[0].value, call.args[1].value
        if not isinstance(name, tree.Constant) or not isinstance(name.value, str) or not _shows_what_it_uses(model.ref):
            continue
        layer = _made(file, call, name.value, made, model.ref)
        if layer and not names.is_used(layer.name, model.ref, name):
            yield layer


def _assigned_in(node: tree.Node) -> set[tree.Node | None]:
    """What some code only assigns to, and doesn't read."""
    return {one.target for one in assignments_in(node) if one.kind == "assignment"}
