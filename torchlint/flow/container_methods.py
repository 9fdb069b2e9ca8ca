"""Methods of lists, dicts, optimizers, loaders and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from torchlint.binding.known_texts import of_namespace
from torchlint.domain.iteration import element
from torchlint.domain.joins import any_of, join, join_all
from torchlint.domain.origins import NO_ORIGINS
from torchlint.domain.provenance import all_origins, origins_of_arguments
from torchlint.domain.values import NONE, NUMBER, UNKNOWN, Value, sequence, unknown
from torchlint.flow.accumulation import note_stored
from torchlint.flow.assignment import bind_by_name, item_key, keyword_key, rebind
from torchlint.flow.data_loaders import note_next, note_restart
from torchlint.flow.host_sync import note_format_method
from torchlint.flow.registries import registered
from torchlint.flow.settings import made_settings
from torchlint.flow.state import Frame
from torchlint.flow.training_calls import optimizer_method, scaler_method, scheduler_method
from torchlint.flow.weight_aliases import entry_of, taken_as_view
from torchlint.knowledge.naming_conventions import GIVES_LOADER
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import method
from torchlint.syntax import tree


def call_container(
    frame: Frame, receiver: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """A method of a list, tuple or dict, or of a dict of weights."""
    if receiver.kind == "list":
        return _call_list(frame, receiver, name, args, node)
    if receiver.kind == "dict":
        return _call_dict(frame, receiver, name, args, keywords, node)
    if receiver.kind == "weights":
        rebind(frame, _holder(node), receiver.with_origins(origins_of_arguments(args, keywords)))
        return NONE
    return unknown(all_origins(receiver)) if name == "copy" else NUMBER


def _holder(node: tree.Call) -> tree.Expression:
    """The receiver of a method call."""
    func = node.func
    return func.value if isinstance(func, tree.Attribute) else func


def _call_list(frame: Frame, receiver: Value, name: str, args: list[Value], node: tree.Call) -> Value:
    holder = _holder(node)
    if name in ("append", "add", "insert", "appendleft") and args:
        added = args[-1]
        if added.is_tensor or added.kind == "number":
            added = taken_as_view(frame, node.args[-1].value, added)
        last = receiver.items[-1] if receiver.items and name in ("insert", "appendleft") else added
        items = (join(receiver.items[0], added), last) if receiver.items else (added, added)
        grown = receiver.replace(items=items)
        if not receiver.is_bounded:
            stored = node.args[-1].value
            grown = note_stored(frame, node, holder, stored, (added,), receiver, grown)
        rebind(frame, holder, grown.with_bound(is_bounded=receiver.is_bounded))
        return NONE
    if name in ("extend", "extendleft", "update") and args:
        added = element(args[0])
        items = (join(receiver.items[0], added), added) if receiver.items else (added, added)
        grown = receiver.replace(items=items)
        if not receiver.is_bounded:
            grown = note_stored(frame, node, holder, None, (added,), receiver, grown)
        rebind(frame, holder, grown.with_bound(is_bounded=receiver.is_bounded))
        return NONE
    if name in ("clear", "pop", "popleft"):
        frame.shrink(receiver)
    if name == "clear":
        rebind(frame, holder, sequence())
        return NONE
    if name in ("pop", "popleft"):
        return receiver.items[-1].with_origins(receiver.origins) if receiver.items else UNKNOWN
    return receiver if name == "copy" else NUMBER


def _call_dict(
    frame: Frame, receiver: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    entries = receiver.entries
    if name == "items":
        inside = Value("tuple", items=(NUMBER, any_of(entries.values()).with_origins(receiver.origins)))
        return sequence((inside, inside))
    if name == "values":
        inside = any_of(entries.values()).with_origins(receiver.origins)
        return sequence((inside, inside))
    if name == "keys":
        return sequence((NUMBER, NUMBER))
    if name in ("clear", "pop", "popitem"):
        frame.shrink(receiver)
    if name in ("get", "pop", "setdefault") and node.args:
        key = item_key(node.args[0].value)
        if key in entries:
            return entries[key].with_origins(receiver.origins)
        if name == "setdefault" and len(args) > 1:
            rebind(frame, _holder(node), Value("dict", ref={**entries, key: args[1]}, origins=receiver.origins))
            return args[1]
        if name == "get" and key == "*" and not entries and isinstance(node.func, tree.Attribute):
            return registered(frame, node.func.value)
        return _missing(entries, key, args[1:]).with_origins(receiver.origins)
    if name == "update":
        added = dict(args[0].entries) if args and args[0].kind == "dict" else {}
        if args and args[0].kind == "weights":
            added = {"*": entry_of(args[0])}
        added |= {keyword_key(k): v for k, v in keywords.items()}
        # Where it is not known which entries are added, all that is known of them is where they come from.
        given = args[0].origins if args and args[0].kind == "dict" else all_origins(args[0]) if args else NO_ORIGINS
        updated = Value("dict", ref={**entries, **added}, origins=receiver.origins)
        rebind(frame, _holder(node), updated.with_origins(given))
        return NONE
    if name == "copy":
        return receiver
    return UNKNOWN


def _missing(entries: Mapping[str, Value], key: str, default: list[Value]) -> Value:
    """What `get` gives for a key without an entry of its own: the default, where others may have added an entry."""
    if key == "*":
        return join_all(entries.values()) if entries else UNKNOWN
    if "*" in entries:
        return entries["*"]
    return default[0].replace(assumed=True) if default else UNKNOWN


def call_plain(
    frame: Frame, receiver: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """A method of an optimizer, scheduler, loader, batch, handle, array or number."""
    kind = receiver.kind
    if kind == "optimizer":
        if name in ("zero_grad", "step"):
            frame.note_action("step" if name == "step" else "zero_grad")
        if name == "backward" and args:
            frame.differentiate(args[0])
        optimizer_method(frame, receiver, name, args, node)
        return NONE
    if kind == "scaler":
        return scaler_method(frame, receiver, name, args, node)
    if kind == "scheduler":
        scheduler_method(frame, receiver, name, node)
    if kind == "loader":
        if name in ("next", "__next__"):
            note_next(frame, node, receiver)
        if name == "__iter__":
            note_restart(frame, node, receiver)
        is_same = name == "__iter__" or name in GIVES_LOADER
        return receiver if is_same else Value("batch") if name in ("next", "__next__") else UNKNOWN
    if kind == "batch":
        return NUMBER if _is_fetched(name) else receiver
    if kind == "array":
        is_whole = not args and not keywords and has_column(name, "reduction")
        return NUMBER if is_whole or _is_fetched(name) else receiver
    if kind == "number":
        return _of_number(frame, name, node)
    return NONE if kind in ("handle", "scheduler", "none") else UNKNOWN


def _of_number(frame: Frame, name: str, node: tree.Call) -> Value:
    """A method of plain data; the options that a parser reads are data, too."""
    if name == "parse_args":
        return made_settings(frame, node)
    if name == "parse_known_args":
        return Value("tuple", items=(made_settings(frame, node), NUMBER))
    if name == "format":
        note_format_method(frame, node)
    return NUMBER


def _is_fetched(name: str) -> bool:
    """Whether a method gives plain numbers, as that of a tensor does: `item`, `tolist`, `size`."""
    known = method(name)
    return known is not None and known.kind == "method" and known.returns in ("number", "bool")


def set_all_by_name(frame: Frame, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> bool:
    """`self.__dict__.update(...)`: whether a call is one of these; it assigns to the attributes that are known."""
    func = node.func
    holder = of_namespace(func.value) if isinstance(func, tree.Attribute) else None
    if holder is None:
        return False
    given = {key.strip("'"): value for key, value in args[0].entries.items()} if args and args[0].kind == "dict" else {}
    for text, value in {**given, **keywords}.items():
        if text != "*":
            name = tree.Constant(node.start, node.end, text)
            bind_by_name(frame, holder, name, value, node, is_registered=False)
    return True
