"""The lattice: what is known of a value, and where it has been."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    from torchlint.syntax.tree import Node

# What a value is; Value says what each of these means.
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

# What a value has passed, or what it is where it has been made.
SiteKind = Literal[
    "forward",
    "operation",
    "leaf",
    "accumulation",
    "use",
    "hook",
    "load",
    "sampler",
    "optimizer",
    "scheduler",
    "scaler",
    "scaled",
    "DistributedDataParallel",
    "DataParallel",
    "torch.compile",
    "taken out",
    "taken out of another",
]

# Whether a tensor carries a graph, or code runs with gradients enabled.
NO, MAYBE, YES = 0, 1, 2


class Site(NamedTuple):
    """One place that a value has passed: a forward, an accumulation, a hook registration; by way of these calls."""

    what: SiteKind
    node: Node
    chain: tuple[Node, ...]


Sites = frozenset[Site]
NOWHERE: Sites = frozenset()
# Values that have passed more places than this are the deep insides of models; the rest is forgotten.
MOST_SITES = 48


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
        """The same value, having passed these places too."""
        if not sites or sites <= self.sites:
            return self
        return self.but(sites=_some(self.sites | sites))

    @property
    def is_tensor(self) -> bool:
        return self.kind in ("tensor", "output")

    @property
    def may_carry(self) -> bool:
        """Whether an unknown value is one of several things that a model gave, and so may be a tensor with a graph."""
        return self.kind == "unknown" and self.made_by == GIVEN

    @property
    def elements(self) -> tuple[Value, ...]:
        """The values inside a tuple, list or dict."""
        return tuple(self.entries.values()) if self.kind == "dict" else self.items

    @property
    def entries(self) -> dict[str, Value]:
        """The values of a dict by the code of their keys, or the arguments that a partial was given by name."""
        return self.ref  # type: ignore[return-value]  # as its kind says

    @property
    def name(self) -> str:
        """The dotted name of what another package defines, or the place of a file."""
        return self.ref  # type: ignore[return-value]  # as its kind says

    @property
    def taken(self) -> frozenset[tuple[Node, int]]:
        """Where weights were taken, each with the optimizer steps made until then."""
        return self.ref  # type: ignore[return-value]  # as its kind says

    def key(self, depth: int = 0) -> object:
        """What two values must agree in to be the same as far as a fixpoint goes."""
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

# What an unknown model gives beside its first output: states, or what is written down of a step, numbers among it.
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
    return Value("tensor", grad, made_by, None, (), sites, source, soft, certain)


def unknown(sites: Sites) -> Value:
    """A value that nothing is known of but where it has been."""
    return Value("unknown", sites=_some(sites)) if sites else UNKNOWN


def sequence(items: tuple[Value, ...] = (), sites: Sites = NOWHERE) -> Value:
    """A list: of nothing yet, or of one joined element and its last element."""
    return Value("list", items=items, sites=sites)


def listed(elements: Iterable[Value]) -> Value:
    """A list of these elements."""
    found = list(elements)
    return sequence((join_all(found), found[-1])) if found else sequence()


def _some(sites: Sites) -> Sites:
    if len(sites) <= MOST_SITES:
        return sites
    # Accumulations and handles decide findings; forwards are many. A stable order keeps runs alike.
    kept = sorted(sites, key=lambda s: (s.what in ("forward", "operation"), s.node.start, len(s.chain)))
    return frozenset(kept[:MOST_SITES])


def all_sites(value: Value, depth: int = 0) -> Sites:
    """Every place that a value or anything inside it has passed."""
    sites = value.sites
    if depth < 4 and (value.items or value.kind == "dict"):
        for item in value.elements:
            inside = all_sites(item, depth + 1)
            sites = sites | inside if inside else sites
    return sites


def sites_of(args: Iterable[Value], keywords: dict[str, Value]) -> Sites:
    """Every place that any argument of a call has passed."""
    sites = NOWHERE
    for value in (*args, *keywords.values()) if keywords else args:
        inside = all_sites(value) if value.items or value.kind == "dict" else value.sites
        if inside:
            sites = sites | inside if sites else inside
    return sites


def join_all(values: Iterable[Value]) -> Value:
    found: Value | None = None
    for value in values:
        found = value if found is None else join(found, value)
    return UNKNOWN if found is None else found


def join(a: Value, b: Value, depth: int = 0, joined_dicts: dict[tuple[int, int], Value] | None = None) -> Value:
    """What is known when a value is one of two: what both agree in.

    Dicts may hold the same dict in many places, and each of those too: `joined_dicts` has what came of the pairs that
    were met, so that each is joined once.
    """
    if a is b:
        return a
    kind = a.kind
    if kind != b.kind:
        return _join_kinds(a, b)
    if kind == "number":
        return a if a.ref is b.ref else NUMBER
    sites = _some(a.sites | b.sites) if a.sites is not b.sites else a.sites
    if kind == "unknown":
        return unknown(sites)
    soft = a.soft and b.soft
    if kind in ("tensor", "output"):
        grad = a.grad if a.grad == b.grad else MAYBE
        made_by = a.made_by if a.made_by == b.made_by else ""
        source = a.source or b.source
        if made_by == "parameter" and a.source is not b.source:
            source = None  # of one model or of another
        return Value(a.kind, grad, made_by, None, (), sites, source, soft, a.certain and b.certain)
    if depth > 3:
        return Value(a.kind, sites=sites, items=a.items, ref=a.ref)
    if a.kind in ("list", "tuple"):
        pairs = zip(a.items, b.items)
        joined = (
            tuple([x if x is y else join(x, y, depth + 1, joined_dicts) for x, y in pairs])
            if a.items is not b.items
            else a.items
        )
    if a.kind == "list":
        return Value("list", ref=a.ref or b.ref, items=joined or a.items or b.items, sites=sites)
    if a.kind == "tuple":
        if len(a.items) == len(b.items):
            return Value("tuple", items=joined, sites=sites)
        both = a.items + b.items
        return sequence((join_all(both), both[-1]), sites) if both else sequence((), sites)
    if a.kind == "dict":
        joined_dicts, pair = joined_dicts if joined_dicts is not None else {}, (id(a), id(b))
        if pair not in joined_dicts:
            entries = dict(a.entries)
            for key, value in b.entries.items():
                old = entries.get(key)
                entries[key] = value if old is None or old is value else join(old, value, depth + 1, joined_dicts)
            joined_dicts[pair] = Value("dict", ref=entries, sites=sites)
        return joined_dicts[pair]
    if a.kind == "module":
        return _join_modules(a, b, sites, soft)
    if a.kind == "grad-mode":
        return Value("grad-mode", a.grad if a.grad == b.grad else MAYBE)
    if a.kind in ("optimizer", "scheduler"):  # one of several: what each is over, and who each is
        items = a.items if a.items == b.items else (join_all(a.items + b.items),)
        return Value(a.kind, ref=a.ref if a.ref == b.ref else None, items=items, sites=sites, soft=soft)
    if a.kind == "weights":
        return a.but(ref=a.taken | b.taken, soft=soft)
    if a.kind in ("loader", "dataset"):  # of one of several it is not known where it was made, or of what
        ref = a.ref if a.ref is b.ref or a.ref == b.ref else None
        same = a.source is b.source
        return Value(
            a.kind, ref=ref, items=a.items if same else (), sites=sites, source=a.source if same else None, soft=soft
        )
    if a.ref is b.ref or a.ref == b.ref:
        return Value(a.kind, a.grad, a.made_by, a.ref, a.items, sites, a.source, soft)
    if a.kind in _CALLED:
        return _choice(a, b, sites)
    if a.kind == "method":
        return unknown(sites)
    return Value(a.kind, sites=sites, soft=soft)


# What can be called to make something: a registry, or a branch, may hold several.
_CALLED: frozenset[ValueKind] = frozenset(("function", "class", "external", "partial", "file", "imported", "choice"))
# Of more than this, the first ones stand for all.
MOST_CHOICES = 8


def _choice(a: Value, b: Value, sites: Sites) -> Value:
    """One of several functions, classes or files."""
    both: list[Value] = []
    for one in (*(a.items if a.kind == "choice" else (a,)), *(b.items if b.kind == "choice" else (b,))):
        if not any(one is other or (one.kind == other.kind and one.ref == other.ref) for other in both):
            both.append(one)
    is_cut = len(both) > MOST_CHOICES or a.soft or b.soft
    return Value("choice", items=tuple(both[:MOST_CHOICES]), sites=sites, soft=is_cut)


def _join_kinds(a: Value, b: Value) -> Value:
    if a.kind == "deferred" or b.kind == "deferred":  # one branch has asked what a name means
        return b if a.kind == "deferred" else a
    if a.kind in _CALLED and b.kind in _CALLED:
        return _choice(a, b, _some(a.sites | b.sites))
    if a.kind == "none":
        return b.passing(a.sites)
    if b.kind == "none":
        return a.passing(b.sites)
    kinds = {a.kind, b.kind}
    if "grad-mode" in kinds:  # `no_grad() if evaluating else nullcontext()`
        return Value("grad-mode", MAYBE)
    if kinds == {"number", "tensor"}:
        # `total = 0` before `total += loss`: a tensor on some path.
        t = a if a.kind == "tensor" else b
        return Value("tensor", MAYBE if t.grad else NO, t.made_by, None, (), _some(a.sites | b.sites), t.source, t.soft)
    if kinds == {"list", "tuple"}:
        both = a.items + b.items
        return sequence((join_all(both), both[-1]), a.sites | b.sites) if both else sequence((), a.sites | b.sites)
    if kinds == {"dict", "weights"} and not (a.elements or b.elements):
        return a if a.kind == "weights" else b  # `best = {}`, then weights
    if kinds == {"number", "module"}:  # `self.net = name`, then `self.net = Net()`: the object has one or the other
        return (a if a.kind == "module" else b).but(soft=True, sites=_some(a.sites | b.sites))
    if kinds == {"tensor", "output"}:
        return Value(
            "output", a.grad if a.grad == b.grad else MAYBE, sites=_some(a.sites | b.sites), soft=a.soft and b.soft
        )
    if "unknown" in kinds:
        known, other = (b, a) if a.kind == "unknown" else (a, b)
        if known.kind in ("tensor", "output", "module", "list", "dict", "tuple", "weights"):
            grad = MAYBE if known.grad and known.is_tensor else known.grad
            return known.but(grad=grad, soft=True, sites=_some(known.sites | other.sites), certain=False)
    return unknown(a.sites | b.sites)


def _is_same_sequential(a: Value, b: Value) -> bool:
    """Whether two values are nn.Sequentials of equal parts: what the same code made on another reading, say."""
    if not isinstance(a.ref, tuple) or not isinstance(b.ref, tuple) or {a.ref[0], b.ref[0]} != {"sequential"}:
        return False
    pairs = list(zip(a.ref[1:], b.ref[1:]))
    return len(a.ref) == len(b.ref) and all(x.ref == y.ref or _is_same_sequential(x, y) for x, y in pairs)


# More alternatives than this say nothing.
MOST_ALTERNATIVES = 8


def alternatives(module: Value) -> tuple[Value, ...]:
    """The modules that a value may be; itself, unless branches made it one of several."""
    return module.ref[1:] if isinstance(module.ref, tuple) and module.ref[0] == "either" else (module,)


def _join_modules(a: Value, b: Value, sites: Sites, soft: bool) -> Value:
    if a.ref is b.ref or a.ref == b.ref or _is_same_sequential(a, b):
        return Value("module", a.grad, a.made_by, a.ref, a.items, sites, a.source, soft)
    if a.ref is None or b.ref is None:  # `model = torch.load(...)` must not erase the class that another branch knows
        known = b if a.ref is None else a
        return known.but(sites=sites, soft=soft)
    both = tuple(dict.fromkeys(alternatives(a) + alternatives(b)))
    if len(both) > MOST_ALTERNATIVES:
        return Value("module", sites=sites, soft=soft)
    return Value("module", ref=("either", *both), sites=sites, source=a.source, soft=soft)


def element(value: Value) -> Value:
    """What iterating over a value yields."""
    kind = value.kind
    if kind == "list":
        return value.items[0].passing(value.sites) if value.items else unknown(value.sites)
    if kind == "tuple":
        return join_all(value.items).passing(value.sites)
    if kind == "dict":
        return NUMBER
    if value.is_tensor:
        return value
    if kind in ("loader", "batch"):
        return Value("batch")
    if kind == "enumerate":
        return Value("tuple", items=(NUMBER, element(value.items[0])))
    if kind == "zip":
        return Value("tuple", items=tuple(element(item) for item in value.items))
    if kind == "module":
        return join_all(value.items) if value.items else Value("module", soft=True)
    if kind in ("number", "array", "optimizer"):  # Lightning's self.optimizers() is one or several
        return value
    return unknown(value.sites)


def describe(value: Value) -> str:
    """A value in a reader's words, for reveal tests: `tensor, grad, sigmoid`."""
    words: list[str] = [value.kind]
    if value.is_tensor:
        words.append({NO: "no grad", MAYBE: "maybe grad", YES: "grad"}[value.grad])
    if value.made_by and value.made_by != LAYER:  # what most layers make is told by what is not said
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
    """Whether a value is true, where that is written in the code."""
    return value.ref if value.kind == "number" and isinstance(value.ref, bool) else None
