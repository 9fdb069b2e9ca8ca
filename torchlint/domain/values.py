"""The abstract values: what is known of a value at one place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from torchlint.domain.origins import NOWHERE, Sites, limited

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    from torchlint.syntax.tree import Node

# The kinds of values; see Value.
ValueKind = Literal[
    "unknown",
    "number",
    "none",
    "array",
    "tensor",
    "output",
    "module",
    "class",
    "function",
    "method",
    "external",
    "instance",
    "optimizer",
    "scheduler",
    "scaler",
    "loader",
    "batch",
    "dataset",
    "framework",
    "handle",
    "writer",
    "grad-mode",
    "list",
    "tuple",
    "dict",
    "partial",
    "enumerate",
    "zip",
    "file",
    "imported",
    "deferred",
    "choice",
    "star",
    "weights",
]

# Whether a tensor carries a graph, or code runs with gradients enabled.
NO, MAYBE, YES = 0, 1, 2


if TYPE_CHECKING:

    class Changes(TypedDict, total=False):
        """The fields of a value, for `Value.but`."""

        kind: ValueKind
        grad: int
        made_by: str
        ref: object
        items: tuple[Value, ...]
        sites: Sites
        source: Node | None
        soft: bool
        certain: bool


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
    made_by: what shaped the numbers last ("sigmoid", "softmax", "log-softmax", "sigmoid-complement", "relu", ...).
    ref: what it refers to: a Class, a Function, a dotted name, a dict of entries, ... as its kind says.
    items: the values inside a tuple; the one joined element of a list, and its last element; the alternatives of a
        choice, which is soft where there are more of them; the dataset of a loader, and the whole of a Subset.
    source: the node that made it what `made_by` says; of a loader or a dataset, where it was made.
    soft: known from a name or through something unknown, so nothing certain rests on it.
    certain: for tensors, that it is one: PyTorch made it, or an annotation says so, whatever is known of its graph.
    """

    __slots__ = ("certain", "grad", "items", "kind", "made_by", "ref", "sites", "soft", "source")

    def __init__(
        self,
        kind: ValueKind,
        grad: int = NO,
        made_by: str = "",
        ref: object = None,
        items: tuple[Value, ...] = (),
        sites: Sites = NOWHERE,
        source: Node | None = None,
        soft: bool = False,
        certain: bool = False,
    ) -> None:
        self.kind, self.grad, self.made_by, self.ref = kind, grad, made_by, ref
        self.items, self.sites, self.source, self.soft, self.certain = items, sites, source, soft, certain

    def __repr__(self) -> str:
        return f"<{describe(self)}>"

    def but(self, **changes: Unpack[Changes]) -> Value:
        """The same value with some of its fields changed."""
        made = Value(
            self.kind,
            self.grad,
            self.made_by,
            self.ref,
            self.items,
            self.sites,
            self.source,
            self.soft,
            self.certain,
        )
        for name, field in changes.items():
            setattr(made, name, field)
        return made

    def passing(self, sites: Sites) -> Value:
        """The same value with these origins added."""
        if not sites or sites <= self.sites:
            return self
        return self.but(sites=limited(self.sites | sites))

    @property
    def is_tensor(self) -> bool:
        """Whether it is certainly a tensor."""
        return self.kind in ("tensor", "output")

    @property
    def may_carry(self) -> bool:
        """Whether it is an unknown value out of a model, which may be a tensor with a graph."""
        return self.kind == "unknown" and self.made_by == GIVEN

    @property
    def elements(self) -> tuple[Value, ...]:
        """The values in a tuple, list or dict."""
        return tuple(self.entries.values()) if self.kind == "dict" else self.items

    @property
    def entries(self) -> dict[str, Value]:
        """The values of a dict by the code of their keys, or the keyword arguments of a partial."""
        return self.ref  # type: ignore[return-value]  # by its kind

    @property
    def name(self) -> str:
        """The dotted name of another package's object, or the path of a file."""
        return self.ref  # type: ignore[return-value]  # by its kind

    @property
    def taken(self) -> frozenset[tuple[Node, int]]:
        """Where weights were taken, each with the number of optimizer steps before."""
        return self.ref  # type: ignore[return-value]  # by its kind

    def key(self, depth: int = 0) -> object:
        """The part of a value that must be equal for a fixpoint."""
        if depth > 3:
            return self.kind
        ref = self.ref
        if isinstance(ref, dict):
            ref = tuple((k, v.key(depth + 1)) for k, v in ref.items())
        elif not isinstance(ref, (str, tuple, frozenset, type(None))):
            ref = id(ref)
        items = tuple(item.key(depth + 1) for item in self.items)
        return (self.kind, self.grad, self.made_by, ref, items, self.sites, self.soft, self.certain)


# The plain output of a linear or convolutional layer: logits, or features.
LAYER = "layer"

# What a model gave, among other things, and nothing else is known of.
GIVEN = "given by a model"

# What an unknown model returns besides its first output: states, or logged values, some of them numbers.
BESIDE = "beside an output"

# What an array holds whose pixels have a meaning of their own: an image that was opened, or made of one.
IMAGE = "image"

UNKNOWN = Value("unknown")
NUMBER = Value("number")
NONE = Value("none")
TRUE = Value("number", ref=True)
FALSE = Value("number", ref=False)


def tensor(
    grad: int = NO,
    made_by: str = "",
    sites: Sites = NOWHERE,
    source: Node | None = None,
    soft: bool = False,
    certain: bool = False,
) -> Value:
    """A tensor with these properties."""
    return Value("tensor", grad, made_by, None, (), sites, source, soft, certain)


def unknown(sites: Sites) -> Value:
    """An unknown value with these origins."""
    return Value("unknown", sites=limited(sites)) if sites else UNKNOWN


def sequence(items: tuple[Value, ...] = (), sites: Sites = NOWHERE) -> Value:
    """A list: of nothing yet, or of one joined element and its last element."""
    return Value("list", items=items, sites=sites)


def all_sites(value: Value, depth: int = 0) -> Sites:
    """The origins of a value and of everything inside it."""
    sites = value.sites
    if depth < 4 and (value.items or value.kind == "dict"):
        for item in value.elements:
            inside = all_sites(item, depth + 1)
            sites = sites | inside if inside else sites
    return sites


def sites_of(args: Iterable[Value], keywords: dict[str, Value]) -> Sites:
    """The origins of all arguments of a call."""
    sites = NOWHERE
    for value in (*args, *keywords.values()) if keywords else args:
        inside = all_sites(value) if value.items or value.kind == "dict" else value.sites
        if inside:
            sites = sites | inside if sites else inside
    return sites


def alternatives(module: Value) -> tuple[Value, ...]:
    """The modules that a value may be; only itself, unless branches made it a choice."""
    return module.ref[1:] if isinstance(module.ref, tuple) and module.ref[0] == "either" else (module,)


def describe(value: Value) -> str:
    """A value in words, for reveal tests: `tensor, grad, sigmoid`."""
    words: list[str] = [value.kind]
    if value.is_tensor:
        words.append({NO: "no grad", MAYBE: "maybe grad", YES: "grad"}[value.grad])
    if value.made_by and value.made_by != LAYER:  # a plain layer's output is described by leaving that out
        words.append(value.made_by)
    name = getattr(value.ref, "name", value.ref)
    if isinstance(name, str):
        words.append(name)
    elif value.kind == "module" and isinstance(value.ref, tuple):
        words.append(value.ref[0])
    if value.kind == "tuple":
        words.append("(" + "; ".join(describe(item) for item in value.items) + ")")
    if value.kind == "list" and value.items:
        words.append(f"of ({describe(value.items[0])})")
    if value.kind == "dict":
        words.append("{" + "; ".join(f"{k}: {describe(v)}" for k, v in value.entries.items()) + "}")
    if value.soft:
        words.append("soft")
    return ", ".join(words)


def truth_of(value: Value) -> bool | None:
    """Whether a value is true, if it is a literal; else None."""
    return value.ref if value.kind == "number" and isinstance(value.ref, bool) else None
