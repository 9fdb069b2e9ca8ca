"""Whether modules contain layers whose behaviour depends on train and eval mode, determined as they are constructed."""

from __future__ import annotations

from collections.abc import Iterable

from torchlint.binding.symbols import Class
from torchlint.domain.values import MAYBE, NO, NUMBER, YES, OneOf, Value, alternatives
from torchlint.knowledge.mode_dependence import (
    DROPOUT_BY_NAME,
    Setting,
    is_without_layers,
    of_graph_layer,
    setting_of_function,
    settings_of_layer,
)
from torchlint.knowledge.model_families import is_of_mode_dependent_family, torchvision_model_depends_on_mode
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


class ModelPlaces:
    """Identities for modules that several calls construct at one place; they are the same in each pass."""

    def __init__(self) -> None:
        self.first_made: dict[tree.Node, tuple[tree.Node, ...]] = {}  # by which calls
        self.made_again: dict[tuple[tree.Node, ...], tree.Node] = {}  # by other calls: the node that identifies it then
        self.held: dict[tuple[tree.Node | None, str], tree.Node] = {}  # by libraries' objects, under a name


class ModeLayers:
    """The mode dependence of the modules of a file, by where they were constructed."""

    def __init__(self, places: ModelPlaces) -> None:
        self.places = places
        self.found: dict[tree.Node, int] = {}
        self.by_class: dict[Class, int] = {}
        self.latest: dict[tree.Node, int] = {}  # of what was made last where several modules are made
        self.undecided = 0  # how many branches around this place may not be taken, in the constructor that runs
        self._building: list[int] = []
        self.switchable: set[Class] = set()  # with layers that their settings turned off, as other settings may not
        self._switchable: list[bool] = []

    @property
    def is_building(self) -> bool:
        """Whether a constructor of the project is running, so that new modules become submodules."""
        return bool(self._building)

    def of(self, module: Value, depth: int = 0, *, new: bool = False) -> int:
        """Whether a module depends on the mode, MAYBE if unknown; `new` if it was just constructed."""
        ref, source = module.ref, module.source
        if module.kind != "module" or module.made_by == PART or depth > 3:
            return MAYBE
        if isinstance(ref, OneOf):
            levels = set(self.of_each(module, depth + 1, new=new))
            return levels.pop() if len(levels) == 1 else MAYBE
        if new and source in self.latest:
            return self.latest[source]
        if source in self.found:
            level = self.found[source]
            return self._of_any(ref, level) if isinstance(ref, Class) and source is ref.node else level
        if isinstance(ref, Class):
            return self.by_class.get(ref, MAYBE)
        return _of_name(ref) if isinstance(ref, str) else MAYBE

    def of_each(self, module: Value, depth: int = 0, *, new: bool = False) -> list[int]:
        """The dependence of each module that this may be; of those that one call made, as of any of them."""
        ones = alternatives(module)
        places = [one.source for one in ones]
        return [self.of(one, depth, new=new and places.count(one.source) == 1) for one in ones]

    def _of_any(self, cls: Class, level: int) -> int:
        """The dependence of an object of a class or of any of its subclasses."""
        return level if all(self.by_class.get(sub, MAYBE) == level for sub in cls.descendants) else MAYBE

    def note(self, source: tree.Node, level: int) -> None:
        """Record that a module was constructed here, as a submodule of the one being constructed."""
        known = self.found.get(source)
        self.found[source] = level if known is None or known == level else MAYBE
        self.latest[source] = level
        self.add(level)

    def add(self, level: int) -> None:
        """Record that the module being constructed has a submodule of this dependence."""
        if self._building:
            level = min(level, MAYBE) if self.undecided else level
            self._building[-1] = max(self._building[-1], level)

    def not_followed(self, cls: Class) -> None:
        """Record that a constructor was not run: its object is like others of the class, as far as these are known."""
        self.add(self.by_class.get(cls, MAYBE))

    def turned_off(self) -> None:
        """Record that the module being constructed has a layer that other settings would make depend on the mode."""
        if self._switchable:
            self._switchable[-1] = True

    def grow(self, module: Value, part: Value) -> None:
        """Record that a container got another submodule."""
        if module.source is not None:
            level = self.of(part)
            self.found[module.source] = max(self.found.get(module.source, NO), level)
            if module.ref == EMPTY_MODULE:
                self.add(level)  # what was noted for the module around when it was made, was that of an empty one

    def open(self) -> tuple[int, bool]:
        """Start a call whose submodules are collected separately; returns what `close` needs."""
        if not self._building:
            return NO, False
        around = self._building[-1], self._switchable[-1]
        self._building[-1], self._switchable[-1] = NO, False
        return around

    def close(self, around: tuple[int, bool]) -> tuple[int, bool]:
        """End the call; returns what it has added."""
        if not self._building:
            return NO, False
        added = self._building[-1], self._switchable[-1]
        self.add_again(around)
        return added

    def add_again(self, parts: tuple[int, bool]) -> None:
        """Record such submodules for the module being constructed, too."""
        if self._building:
            self._building[-1] = max(self._building[-1], parts[0])
            self._switchable[-1] |= parts[1]

    def begin(self, parts: Iterable[Value]) -> int:
        """Start a constructor of the project, with modules among its arguments; returns what `finish` needs."""
        before, self.undecided = self.undecided, 0
        self._switchable.append(False)
        self._building.append(max((self.of(part, new=True) for part in parts if part.kind == "module"), default=NO))
        return before

    def finish(self, cls: Class, source: tree.Node, before: int) -> None:
        """End the constructor."""
        level = max(self._building.pop(), _of_class(cls))
        if self._switchable.pop():
            self.switchable.add(cls)
            self.turned_off()
        self.undecided = before
        known = self.by_class.get(cls)
        self.by_class[cls] = level if known is None or known == level else MAYBE
        self.note(source, level)


# What `nn.Module()` makes: it has the parts that are assigned to its attributes.
EMPTY_MODULE = "torch.nn.Module"
# The `made_by` of an unknown submodule of a module.
PART = "part"


def of_construction(layers: ModeLayers, name: str, args: list[Value], keywords: dict[str, Value], module: Value) -> int:
    """Whether the result of another package's constructor or factory depends on the mode."""
    name = module.ref if isinstance(module.ref, str) else name
    last = name.rpartition(".")[2]
    if name == EMPTY_MODULE and not args and not keywords:
        return NO
    if name.startswith("torch.nn."):
        if has_column(last, "given-layers", of="torch.nn"):
            return _of_parts(layers, [*args, *keywords.values()])
        if settings := settings_of_layer(last):
            return min(_is_set(setting, args, keywords) for setting in settings)
        return NO if fact(name) is not None and last != "Module" else MAYBE
    if name.startswith("torchvision.models."):
        return torchvision_model_depends_on_mode(name)
    if name.startswith("torch_geometric.nn."):
        given = "dropout" in keywords and last != "BatchNorm"
        return _is_set(DROPOUT_BY_NAME, args, keywords) if given else of_graph_layer(last)
    return MAYBE


def _is_set(setting: Setting, args: list[Value], keywords: dict[str, Value]) -> int:
    """Whether an argument is above the number that it is compared with; MAYBE where its value is not known."""
    if any(arg.kind == "star" for arg in args):
        return MAYBE
    given = keywords.get(setting.keyword)
    if given is None and 0 <= setting.position < len(args):
        given = args[setting.position]
    if given is None:
        return YES if setting.default > setting.above else NO
    if isinstance(given.ref, (bool, int, float)):
        return YES if given.ref > setting.above else NO
    return MAYBE


def _of_parts(layers: ModeLayers, parts: list[Value]) -> int:
    found = NO
    for part in parts:
        if part.kind == "module":
            found = max(found, layers.of(part, new=True))
        elif part.kind == "star" or part.kind in ("list", "tuple", "dict"):
            found = max(found, _of_elements(layers, part))
        elif part.kind != "number":
            found = max(found, MAYBE)
    return found


def _of_elements(layers: ModeLayers, container: Value, depth: int = 0) -> int:
    """The dependence of a list of submodules: one that depends on the mode is enough."""
    found = NO if container.elements else MAYBE
    for element in container.elements:
        if element.kind == "module":
            found = max([found, *layers.of_each(element, new=True)])
        elif element.kind in ("list", "tuple", "dict", "star") and depth < 3:
            found = max(found, _of_elements(layers, element, depth + 1))
        elif element.kind != "number":
            found = max(found, MAYBE)
    return found


def _of_name(name: str) -> int:
    """The dependence of a torch.nn module of which only the class is known."""
    last = name.rpartition(".")[2]
    if has_column(last, "given-layers", of="torch.nn") or last == "Module" or fact(name) is None:
        return MAYBE
    if has_column(last, "batch-norm", of="torch.nn"):
        return YES
    return MAYBE if settings_of_layer(last) else NO


def _of_class(cls: Class) -> int:
    """The dependence of a class by its code: layers of the base, `self.training` in forward, unknown submodules."""
    found = NO
    for base in cls.external_bases:
        if not is_without_layers(base):
            last = base.rpartition(".")[2]
            found = max(found, YES if is_of_mode_dependent_family(last) else _of_name(base))
    if cls.method("forward") is None and cls.builtin_base is None:
        found = max(found, MAYBE)  # what subclasses compute
    if any(base.kind == "unknown" for one in cls.lineage for base in one.bases):
        found = max(found, MAYBE)
    for one in cls.lineage:
        methods = [f for name, f in one.methods.items() if name != "__init__"]
        found = max([found, *(f.unit.tree.once(level_of_text, f.node) for f in methods)])
        for name, value in one.attributes.items():
            if value.kind == "unknown" and any(
                f"self.{name}" in c.unit.tree.once(_called, c.node) for c in cls.lineage
            ):
                found = max(found, MAYBE)
    return found


def _called(syntax: tree.Tree, node: tree.Node) -> set[str]:
    """The dotted names that some code calls."""
    return {name for call in syntax.inside(node, tree.Call) if (name := tree.dotted(call.func))}


def level_of_text(syntax: tree.Tree, method: tree.Node) -> int:
    """Whether a method reads `self.training`, and for what."""
    asks = [n for n in syntax.inside(method, tree.Attribute) if n.attr == "training" and tree.dotted(n.value) == "self"]
    if not asks:
        return NO
    found = NO
    for call in syntax.inside(method, tree.Call):
        setting = setting_of_function(tree.last_part(call.func))
        inside = [ask for ask in asks if ask.start >= call.start and ask.end <= call.end]
        if setting is None or not inside:
            continue
        asks = [ask for ask in asks if ask not in inside]
        # The first argument is the input.
        args = [_plain(a.value) for a in call.args if a.keyword is None][1:]
        keywords = {a.keyword: _plain(a.value) for a in call.args if a.keyword is not None}
        found = max(found, _is_set(setting, args, keywords))
    return max(found, MAYBE) if asks else found  # the rest of its condition is unknown


def _plain(node: tree.Expression) -> Value:
    """The value of a number literal."""
    if isinstance(node, tree.Constant) and isinstance(node.value, (int, float)):
        return Value("number", ref=node.value)
    return NUMBER
