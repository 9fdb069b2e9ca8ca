"""The abstract values: what is known of a value at one place.

Long because the overloads of the constructor say, for each kind, what a value of it refers to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, overload

from torchlint.domain.kinds import (
    ClassDefinition,
    FunctionDefinition,
    FunctionKind,
    ImportedName,
    NamedKind,
    ObjectKind,
    PlainKind,
    ValueKind,
    WrongKind,
)
from torchlint.domain.origins import NO_ORIGINS, Origins, limited

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    from torchlint.domain.modes import Switches
    from torchlint.syntax.tree import Node, Statement

# Whether a tensor carries a graph, or code runs with gradients enabled.
NO, MAYBE, YES = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Composite:
    """A module that consists of others, or what is one of several."""

    parts: tuple[Value, ...] = ()
    word: ClassVar[str] = ""


class Sequential(Composite):
    """An nn.Sequential of these parts; without any, of parts that are not known."""

    __slots__ = ()
    word = "sequential"


class ModuleList(Composite):
    """An nn.ModuleList or nn.ModuleDict; `items` of the value has what all its parts have in common."""

    __slots__ = ()
    word = "list"


class OneOf(Composite):
    """One of several modules or datasets, as branches made it."""

    __slots__ = ()
    word = "either"


if TYPE_CHECKING:
    Entries = dict[str, "Value"]
    Snapshots = frozenset[tuple[Node, int]]
    Number = bool | int | float | None
    ModuleRef = str | ClassDefinition | Composite | None
    Reference = (
        Number
        | Switches
        | str
        | ClassDefinition
        | FunctionDefinition
        | Composite
        | ImportedName
        | Entries
        | Snapshots
        | dict[Node, Switches]
        | tuple[Statement, ...]
    )

    class Changes(TypedDict, total=False):
        """The fields of a value whose meaning doesn't depend on its kind."""

        grad: int
        made_by: str
        items: tuple[Value, ...]
        origins: Origins
        source: Node | None
        assumed: bool
        proven: bool


class Value:
    """What is known of a value at one place. Never changed after it is made.

    kind: unknown, number (any plain Python data), none, array (numpy, PIL), tensor, output (what an unknown model
    returned), module, class, function, method, external (a dotted name), instance, optimizer, scheduler, scaler,
    loader, batch, dataset, framework (an object of a framework's class: `ref` names it, `items` hold its model),
    handle, writer (of TensorBoard's files), grad-mode, list, tuple, dict, partial, enumerate, zip, file, imported
    and deferred (names of the project), choice (of what can be called), star (the rest of the arguments), weights
    (what shares memory with the parameters of the model that `source` made: `ref` holds where it was taken, each
    with the optimizer steps made until then).
    grad: for tensors and outputs, whether it carries a graph (NO, MAYBE, YES); for a grad-mode, what it switches to.
    made_by: what shaped the numbers last ("sigmoid", "softmax", "log-softmax", "sigmoid-complement", "relu", ...);
        of plain data, "device" for a torch.device, "settings" for what an argument parser gives, and the like.
    ref: what it refers to. The overloads of the constructor say what that is for each kind, and a value of the same
        kind never gets anything else.
    items: the values inside a tuple; the one joined element of a list, and its last element; the alternatives of a
        choice, which is assumed where there are more of them; the dataset of a loader, and the whole of a Subset.
    source: the node that made it what `made_by` says; of a loader or a dataset, where it was made.
    assumed: known from a name or through something unknown, so nothing certain rests on it.
    proven: for tensors, that it is one: PyTorch made it, or an annotation says so, whatever is known of its graph.
    """

    __slots__ = ("assumed", "grad", "items", "kind", "made_by", "origins", "proven", "ref", "source")

    @overload
    def __init__(
        self,
        kind: PlainKind,
        grad: int = NO,
        made_by: str = "",
        ref: None = None,
        items: tuple[Value, ...] = (),
        origins: Origins = NO_ORIGINS,
        source: Node | None = None,
        assumed: bool = False,
        proven: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self, kind: Literal["number"], *, ref: Number | Switches | str = None, **rest: Unpack[Changes]
    ) -> None: ...
    @overload
    def __init__(
        self, kind: Literal["list"], *, ref: Literal["bounded"] | None = None, **rest: Unpack[Changes]
    ) -> None: ...
    @overload
    def __init__(self, kind: Literal["dict", "partial"], *, ref: Entries, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: Literal["class"], *, ref: ClassDefinition, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: FunctionKind, *, ref: FunctionDefinition, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(
        self, kind: Literal["instance"], *, ref: ClassDefinition | None = None, **rest: Unpack[Changes]
    ) -> None: ...

    @overload
    def __init__(
        self, kind: Literal["module", "dataset", "loader"], *, ref: ModuleRef = None, **rest: Unpack[Changes]
    ) -> None: ...
    @overload
    def __init__(self, kind: NamedKind, *, ref: str, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: ObjectKind, *, ref: str | None = None, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: Literal["imported"], *, ref: ImportedName, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: Literal["deferred"], *, ref: tuple[Statement, ...], **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(self, kind: Literal["weights"], *, ref: Snapshots, **rest: Unpack[Changes]) -> None: ...
    @overload
    def __init__(
        self, kind: Literal["grad-mode"], *, ref: dict[Node, Switches] | None = None, **rest: Unpack[Changes]
    ) -> None: ...
    def __init__(
        self,
        kind: ValueKind,
        grad: int = NO,
        made_by: str = "",
        ref: Reference = None,
        items: tuple[Value, ...] = (),
        origins: Origins = NO_ORIGINS,
        source: Node | None = None,
        assumed: bool = False,
        proven: bool = False,
    ) -> None:
        self.kind, self.grad, self.made_by, self.ref = kind, grad, made_by, ref
        self.items, self.origins, self.source, self.assumed, self.proven = items, origins, source, assumed, proven

    def __repr__(self) -> str:
        return f"<{self.kind} {self.ref!r}>"

    def replace(self, **changes: Unpack[Changes]) -> Value:
        """The same value with some of its fields changed."""
        made = _copied(
            self.kind,
            self.grad,
            self.made_by,
            self.ref,
            self.items,
            self.origins,
            self.source,
            self.assumed,
            self.proven,
        )
        for name, field in changes.items():
            setattr(made, name, field)
        return made

    def _referring(self, ref: Reference) -> Value:
        """The same value with a reference that values of its kind may have."""
        made = self.replace()
        made.ref = ref
        return made

    def with_entries(self, entries: Entries) -> Value:
        """The same dict with these entries."""
        return self._expected("dict")._referring(entries)

    def with_module(self, ref: ModuleRef) -> Value:
        """The same module, where it is of another class or has other parts."""
        return self._expected("module")._referring(ref)

    def with_bound(self, *, is_bounded: bool) -> Value:
        """The same list, which drops elements or not as others come in."""
        return self._expected("list")._referring("bounded" if is_bounded else None)

    def as_tensor(self) -> Value:
        """What is known to be a tensor from here on."""
        return Value(
            "tensor", self.grad, self.made_by, None, self.items, self.origins, self.source, self.assumed, self.proven
        )

    def _expected(self, *kinds: ValueKind) -> Value:
        if self.kind not in kinds:
            raise WrongKind(f"{self!r} is not of the kind {' or '.join(kinds)}")
        return self

    def with_origins(self, origins: Origins) -> Value:
        """The same value with these origins added."""
        if not origins or origins <= self.origins:
            return self
        return self.replace(origins=limited(self.origins | origins))

    @property
    def is_tensor(self) -> bool:
        """Whether it is certainly a tensor."""
        return self.kind in ("tensor", "output")

    @property
    def may_carry(self) -> bool:
        """Whether it is an unknown value out of a model, which may be a tensor with a graph."""
        return self.kind == "unknown" and self.made_by == MODEL_OUTPUT

    @property
    def elements(self) -> tuple[Value, ...]:
        """The values in a tuple, list or dict."""
        return tuple(self.entries.values()) if self.kind == "dict" else self.items

    @property
    def entries(self) -> dict[str, Value]:
        """The values of a dict by the code of their keys, or the keyword arguments of a partial."""
        if self.kind == "dict" or self.kind == "partial":
            return self.ref  # type: ignore[return-value]  # as the constructor holds
        raise WrongKind(f"{self!r} has no entries")

    @property
    def name(self) -> str:
        """The dotted name of what another package defines, or of its class; the place of a file."""
        if isinstance(self.ref, str):
            return self.ref
        raise WrongKind(f"{self!r} has no name")

    @property
    def dotted_name(self) -> str | None:
        """The same, or None where it refers to something else, such as a class of the project or a dict's entries."""
        return self.ref if isinstance(self.ref, str) else None

    @property
    def taken(self) -> frozenset[tuple[Node, int]]:
        """Where weights were taken, each with the number of optimizer steps before."""
        return self._expected("weights").ref  # type: ignore[return-value]  # as the constructor holds

    @property
    def imported(self) -> ImportedName:
        """What an imported name that was not looked into yet leads to."""
        return self._expected("imported").ref  # type: ignore[return-value]  # as the constructor holds

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What has to be run before the meaning of a deferred name is known."""
        return self._expected("deferred").ref  # type: ignore[return-value]  # as the constructor holds

    @property
    def switches(self) -> Switches | None:
        """Of what a module's `training` was, what had put the module in its mode; None for another number."""
        ref = self._expected("number").ref
        return ref if isinstance(ref, frozenset) else None  # type: ignore[return-value]  # as the constructor holds

    @property
    def switched_on_exit(self) -> dict[Node, Switches]:
        """The modes that a context manager puts modules in when its `with` ends."""
        ref = self._expected("grad-mode").ref
        return ref if isinstance(ref, dict) else {}  # type: ignore[return-value]  # as the constructor holds

    @property
    def module_ref(self) -> ModuleRef:
        """What is known of which module a value is; None for anything else."""
        return self.ref if self.kind == "module" else None  # type: ignore[return-value]  # as the constructor holds

    @property
    def is_bounded(self) -> bool:
        """Whether a list drops elements as others come in: a deque with a `maxlen`."""
        return self.kind == "list" and self.ref == "bounded"

    def agreed(self, origins: Origins, *, assumed: bool) -> Value:
        """What two values that refer to the same have in common, wherever each of them has been."""
        return _copied(self.kind, self.grad, self.made_by, self.ref, self.items, origins, self.source, assumed)

    def forgotten(self, origins: Origins, *, assumed: bool) -> Value:
        """A value of the same kind of which nothing else is known."""
        if self.kind in _ALWAYS_REFERS:
            return unknown(origins)
        return _copied(self.kind, origins=origins, assumed=assumed)

    def without_reference(self) -> Value:
        """The same object, of whichever class it is."""
        return self._expected("optimizer", "scheduler", "loader", "dataset")._referring(None)

    def key(self, depth: int = 0) -> object:
        """The part of a value that must be equal for a fixpoint."""
        if depth > 3:
            return self.kind
        ref: object = self.ref
        if isinstance(ref, dict):
            ref = tuple((k, v.key(depth + 1)) for k, v in ref.items())
        elif not isinstance(ref, (str, tuple, frozenset, Composite, type(None))):
            ref = id(ref)
        items = tuple(item.key(depth + 1) for item in self.items)
        return (self.kind, self.grad, self.made_by, ref, items, self.origins, self.assumed, self.proven)


# Makes a value of a kind that is only known when it runs: with the reference of another value of that kind, or none.
_copied: Callable[..., Value] = Value
_ALWAYS_REFERS: frozenset[ValueKind] = frozenset(
    ("dict", "partial", "class", "function", "method", "external", "file", "imported", "deferred", "weights")
)

# The plain output of a linear or convolutional layer: logits, or features.
LAYER = "layer"

# What a model gave, among other things, and nothing else is known of.
MODEL_OUTPUT = "given by a model"

# What is called with data and named like a model, and nothing else says what it is.
GUESSED = "named like a model"

# What an unknown model returns besides its first output: states, or logged values, some of them numbers.
EXTRA_OUTPUT = "beside an output"

# Before what made a tensor's numbers on one of the ways that lead here, where the other left them as they were.
PERHAPS = "perhaps "

# A list of what a generator yields, once for each batch.
PER_BATCH = "for each batch"

# What an array holds whose pixels have a meaning of their own: an image that was opened, or made of one.
IMAGE = "image"

DEVICE = "device"  # a torch.device
SETTINGS = "settings"  # an object that holds settings under names

UNKNOWN = Value("unknown")
NUMBER = Value("number")
NONE = Value("none")
TRUE = Value("number", ref=True)
FALSE = Value("number", ref=False)


def tensor(
    grad: int = NO,
    made_by: str = "",
    origins: Origins = NO_ORIGINS,
    source: Node | None = None,
    assumed: bool = False,
    proven: bool = False,
) -> Value:
    """A tensor with these properties."""
    return Value("tensor", grad, made_by, None, (), origins, source, assumed, proven)


def unknown(origins: Origins) -> Value:
    """An unknown value with these origins."""
    return Value("unknown", origins=limited(origins)) if origins else UNKNOWN


def sequence(items: tuple[Value, ...] = (), origins: Origins = NO_ORIGINS) -> Value:
    """A list: of nothing yet, or of one joined element and its last element."""
    return Value("list", items=items, origins=origins)


def alternatives(value: Value) -> tuple[Value, ...]:
    """The modules or datasets that a value may be; only itself, unless branches made it a choice."""
    return value.ref.parts if isinstance(value.ref, OneOf) else (value,)


def literal_given(value: Value) -> str | None:
    """The literal that a value is, where a call gives it to a function that chooses a branch by it; else None."""
    return value.ref if value.kind == "number" and isinstance(value.ref, str) else None


def truth_of(value: Value) -> bool | None:
    """Whether a value is true, if it is a literal; else None."""
    return value.ref if value.kind == "number" and isinstance(value.ref, bool) else None
