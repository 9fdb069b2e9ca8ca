"""What users write of libraries and of their own code, as `models` in the configuration or in a pack: checked.

A row has the form of torchlint's own, in torchlint.knowledge.effects; its keys are these fields in kebab-case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Protocol, get_args

from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel, Role, Word
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.settings.did_you_mean import did_you_mean

_WORDS = get_args(Word)
_ROLES = tuple(role for role in get_args(Role) if role)
_GRADIENTS = {"on": YES, "off": NO, "either": MAYBE}


class Refuse(Protocol):
    """Raises the error of who reads the text: what is wrong, and how far into the table."""

    def __call__(self, message: str, *path: str) -> NoReturn: ...


@dataclass(frozen=True, slots=True)
class _At:
    """A place in what is read."""

    refuse_with: Refuse
    path: tuple[str, ...]
    classes: Mapping[str, object]  # those that the library's own table has
    library: str

    def inside(self, key: str) -> _At:
        return _At(self.refuse_with, (*self.path, key), self.classes, self.library)

    def refuse(self, message: str) -> NoReturn:
        self.refuse_with(message, *self.path)


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a row: the field that it fills, what it may hold, and what it says."""

    name: str
    read: Callable[[Any, _At], Any]
    schema: Mapping[str, Any]
    says: str


def library_model(given: object, refuse: Refuse) -> LibraryModel:
    """One table of `models`, checked; `refuse` raises an error that points into it."""
    start = _At(refuse, (), {}, "")
    if not isinstance(given, dict):
        start.refuse("a model must be a table")
    if "library" not in given:
        start.refuse("a model needs `library`: the dotted name of the package that it describes")
    library, classes = _name(given["library"], start.inside("library")), given.get("classes")
    at = _At(refuse, (), classes if isinstance(classes, dict) else {}, library)
    values = _fields(given, _LIBRARY, "a model", at)
    values.pop("library")
    return LibraryModel((library,), **values)


def models_schema() -> dict[str, Any]:
    """`models` as JSON Schema."""
    return {"type": "array", "items": library_schema()}


def library_schema() -> dict[str, Any]:
    """One library's model as JSON Schema: an item of `models`, or a file of a pack's `models/`."""
    return {**_schema(_LIBRARY), "required": ["library"]}


def _schema(fields: Mapping[str, Field]) -> dict[str, Any]:
    properties = {key: {"description": field.says, **field.schema} for key, field in fields.items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _fields(given: Any, known: Mapping[str, Field], what: str, at: _At) -> dict[str, Any]:
    """The values of a table by the names of the fields that they fill."""
    if not isinstance(given, dict):
        at.refuse(f"{what} must be a table with the keys {', '.join(known)}")
    for key in given:
        if key not in known:
            at.inside(key).refuse(f"{what} has no key '{key}'{did_you_mean(key, known)}; its keys are {_listed(known)}")
    return {known[key].name: known[key].read(value, at.inside(key)) for key, value in given.items()}


def _listed(words: Mapping[str, object] | tuple[str, ...]) -> str:
    return ", ".join(words)


def _flag(value: Any, at: _At) -> bool:
    if not isinstance(value, bool):
        at.refuse(f"'{at.path[-1]}' must be true or false")
    return value


def _name(value: Any, at: _At) -> str:
    if not isinstance(value, str) or not all(part.isidentifier() for part in value.split(".")):
        at.refuse(f"'{at.path[-1]}' must be a dotted name, such as \"acme.trainer\"")
    return value


def _position(value: Any, at: _At) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        at.refuse(f"'{at.path[-1]}' must be the position of a parameter: 0 is the first, which is `self` in a method")
    return value


def _names(value: Any, at: _At) -> tuple[str, ...]:
    if not isinstance(value, list):
        at.refuse(f"'{at.path[-1]}' must be a list of names")
    return tuple(_name(item, at) for item in value)


def _choice(words: tuple[str, ...]) -> Callable[[Any, _At], str]:
    def read(value: Any, at: _At) -> str:
        if value not in words:
            at.refuse(f"'{at.path[-1]}' must be one of {_listed(words)}{did_you_mean(str(value), words)}")
        return str(value)

    return read


def _gradients(value: Any, at: _At) -> int:
    return _GRADIENTS[_choice(tuple(_GRADIENTS))(value, at)]


def _without_gradients(value: Any, at: _At) -> dict[str, int]:
    return dict.fromkeys(_names(value, at), NO)


def _gives(value: Any, at: _At) -> Any:
    if isinstance(value, list) and value:
        return tuple(_given(item, at) for item in value)
    return _given(value, at)


def _given(value: Any, at: _At) -> str:
    """A word for what a call returns, or a class that has a row, in this library or in one of torchlint's own."""
    given = value if isinstance(value, str) else repr(value)
    own = given if given in at.classes else given.removeprefix(f"{at.library}.")
    name = f"{at.library}.{own}" if own in at.classes else given
    if given not in _WORDS and own not in at.classes and BUILT_IN.class_model(given) is None:
        close = did_you_mean(given, (*_WORDS, *at.classes))
        words = f"use one of {_listed(_WORDS)}, or a class that has a row"
        at.refuse(f"'{at.path[-1]}' can't be '{given}'{close or f'; {words}'}")
    return given if given in _WORDS else InstanceOf(name)


def _table_of(fields: Mapping[str, Field], make: Callable[..., Any], what: str) -> Callable[[Any, _At], Any]:
    return lambda value, at: make(**_fields(value, fields, what, at))


def _tables_of(fields: Mapping[str, Field], make: Callable[..., Any], what: str) -> Callable[[Any, _At], Any]:
    def read(value: Any, at: _At) -> dict[str, Any]:
        if not isinstance(value, dict):
            at.refuse(f"'{at.path[-1]}' must be a table that maps names to tables, each {what}")
        return {
            _name(key, at.inside(key)): make(**_fields(row, fields, what, at.inside(key))) for key, row in value.items()
        }

    return read


def _several(fields: Mapping[str, Field]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": _schema(fields)}


_TRUE_FALSE, _TEXT = {"type": "boolean"}, {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_TRAINING = {
    "differentiates": Field(
        "differentiates",
        _flag,
        _TRUE_FALSE,
        "Whether backward() is called: on the first argument of a call, or on what a callback returns.",
    ),
    "steps": Field("steps", _flag, _TRUE_FALSE, "Whether the optimizer steps."),
    "zeroes-gradients": Field("zeroes_gradients", _flag, _TRUE_FALSE, "Whether gradients are zeroed."),
}
_CALLBACK = {
    "gradients": Field(
        "grad",
        _gradients,
        {"enum": list(_GRADIENTS)},
        "Whether gradients are enabled when it is called; 'on' by default.",
    ),
    "mode": Field(
        "mode",
        _choice(("train", "eval")),
        {"enum": ["train", "eval"]},
        "The mode that the model is in when it is called.",
    ),
    "model": Field(
        "model",
        _position,
        {"type": "integer", "minimum": 0},
        "The position of the parameter that is the model; 0 by default, which is `self` in a method.",
    ),
    "per-batch": Field("per_batch", _flag, _TRUE_FALSE, "Whether it is called once for each batch."),
    **_TRAINING,
    "unless": Field(
        "unless",
        _name,
        _TEXT,
        "The name of an attribute: a subclass that defines it calls backward, step and zero_grad itself.",
    ),
}
_CALL = {
    "gives": Field(
        "gives",
        _gives,
        {"anyOf": [{"enum": list(_WORDS)}, _TEXT, _TEXTS]},
        "What it returns: a word of the table above, a class with a row, or a list for a tuple; 'unknown' by default.",
    ),
    "parameters": Field(
        "parameters",
        _names,
        _TEXTS,
        "The names of its first parameters in order, if callers may pass the first one by keyword.",
    ),
    **_TRAINING,
    "detaches": Field(
        "detaches", _flag, _TRUE_FALSE, "Whether it keeps only the numbers of its arguments, without their graph."
    ),
    "runs": Field(
        "runs",
        _table_of(_CALLBACK, CallbackModel, "a callback's row"),
        _schema(_CALLBACK),
        "How it calls the function that is its first argument.",
    ),
}
_ATTRIBUTE = {"gives": replace(_CALL["gives"], says="What it holds: a word of the table above, or a class with a row.")}
_CLASS = {
    "is": Field("role", _choice(_ROLES), {"enum": list(_ROLES)}, "What its objects are, and those of its subclasses."),
    "imposes-forward": Field(
        "imposes_forward",
        _flag,
        _TRUE_FALSE,
        "Whether it prescribes what the forward of a subclass returns; true by default.",
    ),
    "methods": Field(
        "methods", _tables_of(_CALL, CallModel, "a call's row"), _several(_CALL), "What its methods do and return."
    ),
    "attributes": Field(
        "attributes",
        _tables_of(_ATTRIBUTE, CallModel, "an attribute's row"),
        _several(_ATTRIBUTE),
        "What the attributes of its objects hold.",
    ),
    "callbacks": Field(
        "callbacks",
        _tables_of(_CALLBACK, CallbackModel, "a callback's row"),
        _several(_CALLBACK),
        "How it calls its own methods and those that subclasses define.",
    ),
    "without-gradients": Field(
        "wraps",
        _without_gradients,
        _TEXTS,
        "Methods of subclasses that it runs with gradients disabled.",
    ),
}
_LIBRARY = {
    "library": Field(
        "library",
        _name,
        _TEXT,
        "The package that this table describes, or one of its modules; the dotted names of all rows begin with it.",
    ),
    "calls": Field(
        "calls",
        _tables_of(_CALL, CallModel, "a call's row"),
        _several(_CALL),
        "What functions do and return, and what calling a class does.",
    ),
    "classes": Field(
        "classes",
        _tables_of(_CLASS, ClassModel, "a class's row"),
        _several(_CLASS),
        "What the classes are, with their methods and attributes.",
    ),
}

# What each kind of row may say, for whoever describes it.
ROWS: Mapping[str, Mapping[str, Field]] = {
    "a library": _LIBRARY,
    "a call: of a function, a method or a class": _CALL,
    "a class": _CLASS,
    "an attribute": _ATTRIBUTE,
    "a callback": _CALLBACK,
}
