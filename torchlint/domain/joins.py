"""How two values join: what is known where a value is one of two."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Literal

from torchlint.domain.kinds import ValueKind
from torchlint.domain.origins import Origins, limited
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import (
    LAYER,
    MAYBE,
    NO,
    NUMBER,
    PERHAPS,
    SETTINGS,
    UNKNOWN,
    ModuleList,
    OneOf,
    Sequential,
    Value,
    alternatives,
    sequence,
    unknown,
)
from torchlint.syntax import tree

# More alternatives than this say nothing.
MOST_ALTERNATIVES = 8
_MOST_REACHED = 64


def join_all(values: Iterable[Value]) -> Value:
    found: Value | None = None
    for value in values:
        found = value if found is None else join(found, value)
    return UNKNOWN if found is None else found


def any_of(values: Iterable[Value]) -> Value:
    """One of several values; of modules, each remains one of them, however many there are.

    A loop over all of them, `for name in models: models[name].eval()`, then reaches each.
    """
    found = list(values)
    if not found or any(value.kind != "module" for value in found):
        return join_all(found)
    parts = tuple(dict.fromkeys(part for value in found for part in alternatives(value)))
    if len(parts) <= MOST_ALTERNATIVES or len(parts) > _MOST_REACHED:
        return join_all(found)
    return Value("module", ref=OneOf(parts), source=parts[0].source)


def join(a: Value, b: Value, depth: int = 0, joined_dicts: dict[tuple[int, int], Value] | None = None) -> Value:
    """The least value that covers both: what they have in common.

    Dicts may contain the same dict in many places: `joined_dicts` has the results of pairs that were joined before, so
    that each is joined once.
    """
    if a is b:
        return a
    kind = a.kind
    if kind != b.kind:
        return _join_kinds(a, b)
    if kind == "number":
        if a.made_by == SETTINGS or b.made_by == SETTINGS:
            return b if a.made_by == b.made_by and _is_same_call(a.source, b.source) else NUMBER
        return a if a.ref is b.ref and a.made_by == b.made_by else NUMBER
    origins = limited(a.origins | b.origins) if a.origins is not b.origins else a.origins
    if kind == "unknown":
        return unknown(origins)
    assumed = a.assumed and b.assumed
    if kind in ("tensor", "output"):
        grad = a.grad if a.grad == b.grad else MAYBE
        made_by = a.made_by if a.made_by == b.made_by else _made_on_one_way(a, b) if kind == "tensor" else ""
        source = (b if made_by.startswith(PERHAPS) and _is_plain(a) else a).source or b.source
        if made_by == "parameter" and a.source is not b.source:
            source = None  # of one model or of another
        proven = a.proven and b.proven
        if kind == "tensor":
            return Value("tensor", grad, made_by, None, (), origins, source, assumed, proven)
        return Value("output", grad, made_by, None, (), origins, source, assumed, proven)
    if depth > 3:
        return a.replace(grad=NO, made_by="", origins=origins, source=None, assumed=False, proven=False)
    if kind == "instance" and a.ref is b.ref and (a.items or b.items):  # two objects of the class, field by field
        fields = tuple([join(x, y, depth + 1, joined_dicts) for x, y in zip(a.items, b.items)])
        return a.replace(items=fields, origins=origins, source=a.source or b.source, assumed=assumed)
    if a.kind in ("list", "tuple"):
        pairs = zip(a.items, b.items)
        joined = (
            tuple([x if x is y else join(x, y, depth + 1, joined_dicts) for x, y in pairs])
            if a.items is not b.items
            else a.items
        )
    if a.kind == "list":
        bounded: Literal["bounded"] | None = "bounded" if a.is_bounded or b.is_bounded else None
        made_by = a.made_by if a.made_by == b.made_by else ""
        return Value("list", made_by=made_by, ref=bounded, items=joined or a.items or b.items, origins=origins)
    if a.kind == "tuple":
        if len(a.items) == len(b.items):
            return Value("tuple", items=joined, origins=origins)
        both = a.items + b.items
        return sequence((join_all(both), both[-1]), origins) if both else sequence((), origins)
    if a.kind == "dict":
        joined_dicts, pair = joined_dicts if joined_dicts is not None else {}, (id(a), id(b))
        if pair not in joined_dicts:
            entries = dict(a.entries)
            for key, value in b.entries.items():
                old = entries.get(key)
                entries[key] = value if old is None or old is value else join(old, value, depth + 1, joined_dicts)
            joined_dicts[pair] = Value("dict", ref=entries, origins=origins)
        return joined_dicts[pair]
    if a.kind == "module":
        return _join_modules(a, b, origins, assumed)
    if a.kind == "grad-mode":
        return Value("grad-mode", grad=a.grad if a.grad == b.grad else MAYBE)
    if a.kind in ("optimizer", "scheduler"):  # one of several: what each is over, and who each is
        items = a.items if a.items == b.items else (join_all(a.items + b.items),)
        known = a if a.ref == b.ref else a.without_reference()
        return known.replace(
            grad=NO, made_by="", items=items, origins=origins, source=None, assumed=assumed, proven=False
        )
    if a.kind == "weights":
        made_by = a.made_by if a.made_by == b.made_by else ""
        return Value(
            "weights", made_by=made_by, ref=a.taken | b.taken, origins=origins, source=a.source, assumed=assumed
        )
    if a.kind == "dataset" and a.ref is not None and b.ref is not None and a.ref != b.ref:
        classes = {one.ref: one for one in alternatives(a) + alternatives(b)}
        parts = OneOf(tuple(classes.values())) if len(classes) <= MOST_ALTERNATIVES else None
        return Value("dataset", ref=parts, origins=origins, assumed=assumed)
    if a.kind in ("loader", "dataset"):  # of one of several it is not known where it was made, or of what
        known = a if a.ref is b.ref or a.ref == b.ref else a.without_reference()
        items, source = (a.items, a.source) if a.source is b.source else (_parts_of_one(a, b), None)
        return known.replace(
            grad=NO, made_by="", items=items, origins=origins, source=source, assumed=assumed, proven=False
        )
    if (a.ref is b.ref or a.ref == b.ref) and (kind != "method" or _calls_the_same(a, b)):
        return a.agreed(origins, assumed=assumed)
    if a.kind in _CALLED or (a.kind == "instance" and a.ref is not None and b.ref is not None):
        return _choice(a, b, origins)
    return a.forgotten(origins, assumed=assumed)


# What a value is taken to be that is this on one way, and on another not known.
_KEPT_BESIDE_UNKNOWN: frozenset[ValueKind] = frozenset(
    ("tensor", "output", "module", "list", "dict", "tuple", "weights", "optimizer", "scheduler", "scaler")
)


def _parts_of_one(a: Value, b: Value) -> tuple[Value, ...]:
    """The whole dataset of two Subsets, where both are parts of the same."""
    both = a.kind == "dataset" and len(a.items) == len(b.items) == 1 and a.items[0].source is b.items[0].source
    return a.items if both and a.items[0].source is not None else ()


def _is_plain(value: Value) -> bool:
    """Whether nothing but a layer is known to have made a tensor's numbers."""
    return value.made_by in ("", LAYER)


def _made_on_one_way(a: Value, b: Value) -> str:
    """What made the numbers of one of two tensors, where the other's stayed as they were."""
    made, other = (b, a) if _is_plain(a) else (a, b)
    made_by = made.made_by.removeprefix(PERHAPS)
    if (
        _is_plain(made)
        or made_by == "parameter"
        or not (_is_plain(other) or other.made_by in (made_by, PERHAPS + made_by))
    ):
        return ""
    return PERHAPS + made_by


# What can be called to make something: a registry, or a branch, may hold several.
_CALLED: frozenset[ValueKind] = frozenset(
    ("function", "method", "class", "external", "partial", "file", "imported", "choice")
)
# Of more than this, the first ones stand for all.
MOST_CHOICES = 8


def _are_objects(a: Value, b: Value) -> bool:
    """Whether of two values one is a choice between objects of several classes, and the other one more object."""
    objects, other = (a, b) if a.kind == "choice" else (b, a)
    return other.kind == "instance" and objects.kind == "choice" and objects.items[0].kind == "instance"


def _choice(a: Value, b: Value, origins: Origins) -> Value:
    """The join of functions, classes or files, or of objects of several classes: a choice between them."""
    both: list[Value] = []
    for one in (*(a.items if a.kind == "choice" else (a,)), *(b.items if b.kind == "choice" else (b,))):
        if not any(one is other or _calls_the_same(one, other) for other in both):
            both.append(one)
    is_cut = len(both) > MOST_CHOICES or a.assumed or b.assumed
    return Value("choice", items=tuple(both[:MOST_CHOICES]), origins=origins, assumed=is_cut)


def _calls_the_same(a: Value, b: Value) -> bool:
    """Whether two callables run the same code; methods also of the same object, as far as is known."""
    if a.kind != b.kind or a.ref != b.ref:
        return False
    return a.kind != "method" or (a.items[0].key() == b.items[0].key() and a.items[0].source is b.items[0].source)


def _join_kinds(a: Value, b: Value) -> Value:
    if a.kind == "deferred" or b.kind == "deferred":  # one branch has asked what a name means
        return b if a.kind == "deferred" else a
    if (a.kind in _CALLED and b.kind in _CALLED) or _are_objects(a, b):
        return _choice(a, b, limited(a.origins | b.origins))
    if a.kind == "none":
        return b.with_origins(a.origins)
    if b.kind == "none":
        return a.with_origins(b.origins)
    kinds = {a.kind, b.kind}
    if "grad-mode" in kinds:  # `no_grad() if evaluating else nullcontext()`
        return Value("grad-mode", grad=MAYBE)
    if kinds == {"number", "tensor"}:
        # `total = 0` before `total += loss`: a tensor on some path.
        t = a if a.kind == "tensor" else b
        return Value(
            "tensor", MAYBE if t.grad else NO, t.made_by, None, (), limited(a.origins | b.origins), t.source, t.assumed
        )
    if kinds == {"batch", "tensor"}:  # `for layer in layers: x = layer(x)`: the part of a batch was a tensor, too
        t = a if a.kind == "tensor" else b
        return Value("tensor", MAYBE if t.grad else NO, origins=limited(a.origins | b.origins), assumed=t.assumed)
    if kinds == {"list", "tuple"}:
        both = a.items + b.items
        return (
            sequence((join_all(both), both[-1]), a.origins | b.origins) if both else sequence((), a.origins | b.origins)
        )
    if kinds == {"dict", "weights"} and not (a.elements or b.elements):
        return a if a.kind == "weights" else b  # `best = {}`, then weights
    if kinds == {"number", "module"}:  # `self.net = name`, then `self.net = Net()`: the object has one or the other
        return (a if a.kind == "module" else b).replace(assumed=True, origins=limited(a.origins | b.origins))
    if kinds == {"module", "tuple"}:  # `return net`, beside `return net, head`: who uses it as a module has a module
        return (a if a.kind == "module" else b).replace(assumed=True, origins=limited(_within(a) | _within(b)))
    if kinds == {"tensor", "output"}:
        return Value(
            "output",
            a.grad if a.grad == b.grad else MAYBE,
            origins=limited(a.origins | b.origins),
            assumed=a.assumed and b.assumed,
        )
    if "unknown" in kinds:
        known, other = (b, a) if a.kind == "unknown" else (a, b)
        if known.kind == "number" and known.made_by == SETTINGS:  # what a parameter is where a caller is known
            return known
        if known.kind in _KEPT_BESIDE_UNKNOWN:
            grad = MAYBE if known.grad and known.is_tensor else known.grad
            return known.replace(grad=grad, assumed=True, origins=limited(known.origins | other.origins), proven=False)
    held = a if b.kind == "instance" else b
    if "instance" in kinds and held.kind in ("optimizer", "scheduler"):  # or one of the project's own
        return held.without_reference().replace(assumed=True)
    return unknown(limited(_within(a) | _within(b)))


def _within(value: Value) -> Origins:
    """The origins of a value and of what it holds, all that is left of `loss` on one way, `loss, states` on another."""
    return all_origins(value) if value.kind in ("list", "tuple", "dict") else value.origins


def _is_same_call(a: tree.Node | None, b: tree.Node | None) -> bool:
    """Whether two calls are one in the code, by whatever path it is reached: they share the callee."""
    return a is b or (isinstance(a, tree.Call) and isinstance(b, tree.Call) and a.func is b.func)


def _is_same_sequential(a: Value, b: Value) -> bool:
    """Whether two values are nn.Sequentials with equal layers, for example from two passes over the same code."""
    if not isinstance(a.ref, Sequential) or not isinstance(b.ref, Sequential):
        return False
    mine, others = a.ref.parts, b.ref.parts
    pairs = zip(mine, others)
    return len(mine) == len(others) and all(x.ref == y.ref or _is_same_sequential(x, y) for x, y in pairs)


def with_part(container: Value, part: Value) -> Value:
    """An nn.ModuleList or nn.ModuleDict to which a module was added: what all its modules have in common."""
    return container.replace(items=(join(container.items[0], part) if container.items else part,))


def _join_modules(a: Value, b: Value, origins: Origins, assumed: bool) -> Value:
    if isinstance(a.ref, ModuleList) and isinstance(b.ref, ModuleList):  # of which one way may have added more
        joined = with_part(a, b.items[0]) if b.items else a
        return joined.agreed(origins, assumed=assumed)
    if a.ref is b.ref or a.ref == b.ref or _is_same_sequential(a, b):
        return a.agreed(origins, assumed=assumed)
    if a.ref is None or b.ref is None:  # `model = torch.load(...)` must not erase the class that another branch knows
        known = b if a.ref is None else a
        return known.replace(origins=origins, assumed=assumed)
    if isinstance(a.ref, Sequential) and isinstance(b.ref, Sequential) and a.source is b.source:
        if (grown := _grown(a.ref, b.ref)) is not None:
            return a.with_module(grown).agreed(origins, assumed=assumed)
    both = tuple(dict.fromkeys(alternatives(a) + alternatives(b)))
    if len(both) > MOST_ALTERNATIVES:
        return Value("module", origins=origins, assumed=assumed)
    return Value("module", ref=OneOf(both), origins=origins, source=a.source, assumed=assumed)


# What a loop may add to an nn.Sequential.
_MORE = Value("module")


def _grown(a: Sequential, b: Sequential) -> Sequential | None:
    """An nn.Sequential to which one way has added layers: those that both have at first, and others.

    None if they are two different ones, that one place has made of what it was given.
    """
    pairs = itertools.takewhile(lambda pair: pair[0] is pair[1] or _is_same_layer(*pair), zip(a.parts, b.parts))
    first = tuple(one for one, _ in pairs)
    if len(first) < min(len(a.parts), len(b.parts)) and _MORE not in (a.parts[-1], b.parts[-1]):
        return None
    return Sequential(first if first and first[-1] is _MORE else (*first, _MORE))


def _is_same_layer(a: Value, b: Value) -> bool:
    return a.ref is not None and a.ref == b.ref and a.source is b.source


def listed(elements: Iterable[Value]) -> Value:
    """A list of these elements."""
    found = list(elements)
    return sequence((join_all(found), found[-1])) if found else sequence()
