"""Objects that hold settings under names: argparse's Namespace, SimpleNamespace, EasyDict, CfgNode and the like.

They are plain data, as most of what they hold is. The classes, losses and models that a program puts there, too, are
kept by the call that made the object, wherever it is handed on to.
"""

from __future__ import annotations

from collections.abc import Mapping

from torchlint.domain.joins import any_of, join
from torchlint.domain.values import NUMBER, SETTINGS, UNKNOWN, Value, sequence
from torchlint.flow.interpreter import Arguments, Keywords, call_value
from torchlint.flow.mode_effects import place_of
from torchlint.flow.state import Frame
from torchlint.syntax import tree

# Methods that give the object itself, or another one with the same settings.
_COPIES = frozenset(("clone", "copy", "deepcopy", "defrost", "freeze", "unlock", "lock", "to_container"))
_READS = frozenset(("get", "pop", "setdefault"))


def is_settings(value: Value) -> bool:
    """Whether a value is an object of this kind whose creation is known."""
    return value.made_by == SETTINGS and value.kind == "number" and value.source is not None


def made_settings(frame: Frame, node: tree.Call) -> Value:
    """What `parser.parse_args()` and `EasyDict()` give: an object for each path that leads there."""
    return Value("number", made_by=SETTINGS, source=place_of(frame, node))


def filled(frame: Frame, made: Value, given: Mapping[str, Value]) -> Value:
    """A new object with these settings."""
    for name, value in given.items():
        set_setting(frame, made, name, value)
    return made


def set_setting(frame: Frame, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`; what several places assign is joined."""
    assert owner.source is not None
    held = frame.interpreter.program.settings.setdefault(owner.source, {})
    if value.kind == "number" and value.made_by != SETTINGS:
        value = NUMBER  # a file or the command line may set another one
    held[name] = join(held[name], value) if name in held else value


def setting_of(frame: Frame, owner: Value, name: str) -> Value:
    """The value of `owner.name`: what options hold that nothing else is known of is plain data."""
    held = _held(frame, owner)
    return held.get(name, held.get("*", NUMBER if _is_parsed(owner) else UNKNOWN))


def any_setting(frame: Frame, owner: Value) -> Value:
    """The value of `owner[name]` where the name is not known."""
    held = [value for value in _held(frame, owner).values() if value.kind != "number"]
    return any_of(held) if held else NUMBER


def settings_as_dict(frame: Frame, owner: Value) -> Value:
    """The value of `vars(owner)`; plain data where nothing else is known to be among it."""
    held = _held(frame, owner)
    if all(value.kind == "number" for value in held.values()):
        return NUMBER
    return Value("dict", ref={**{repr(name): value for name, value in held.items()}, "*": NUMBER})


def holds_only_data(frame: Frame, owner: Value) -> bool:
    """Whether nothing but plain data is known to be among the settings."""
    return all(value.kind == "number" and value.made_by != SETTINGS for value in _held(frame, owner).values())


def known_by(frame: Frame, owner: Value) -> object:
    """What must be equal for two such objects to be equal."""
    return owner.source, tuple((name, value.key()) for name, value in _held(frame, owner).items())


def call_of_settings(
    frame: Frame, owner: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """The result of `owner.name(...)`: what it holds under the name is called, or a method; None if it has neither."""
    held = setting_of(frame, owner, name)
    if held.kind not in ("number", "unknown", "none"):
        return call_value(frame, held, args, keywords, node)
    if name in _COPIES:
        return owner
    key = node.args[0].value if node.args else None
    if name in _READS and isinstance(key, tree.Constant) and isinstance(key.value, str):
        return setting_of(frame, owner, key.value)
    if name in ("values", "items"):
        inside = any_setting(frame, owner)
        inside = inside if name == "values" else Value("tuple", items=(NUMBER, inside))
        return sequence((inside, inside))
    if name == "update" and args and args[0].kind == "dict":
        filled(frame, owner, names_in(args[0]))
    return NUMBER if _is_parsed(owner) else None


def names_in(entries: Value) -> dict[str, Value]:
    """The values of a dict by the names that its keys are."""
    return {key.strip("'"): value for key, value in entries.entries.items() if key != "*"}


def _held(frame: Frame, owner: Value) -> Mapping[str, Value]:
    return frame.interpreter.program.settings.get(owner.source, {}) if owner.source is not None else {}


def _is_parsed(owner: Value) -> bool:
    """Whether the object came from a command line, as everything it holds that a program has not put there."""
    return isinstance(owner.source, tree.Call) and tree.last_name(owner.source.func).startswith("parse_")
