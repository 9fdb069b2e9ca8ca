"""Handlers of calls that make objects with settings, or declare the fields of one."""

from __future__ import annotations

from torchlint.binding.fields import holds_tensors
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import NUMBER, UNKNOWN, Value, unknown
from torchlint.flow.framework_effects import LibraryCall, handles
from torchlint.flow.interpreter import call_value
from torchlint.flow.settings import filled, made_settings, names_in


@handles("settings")
def _settings(call: LibraryCall) -> Value:
    """An object with the settings of a dict, of keyword arguments, or with none yet; results are no settings."""
    if any(map(holds_tensors, call.values)):
        return unknown(origins_of_arguments(call.args, call.keywords))
    first = call.args[0] if call.args else UNKNOWN
    given = names_in(first) if first.kind == "dict" else {}
    return filled(call.frame, made_settings(call.frame, call.code), {**given, **call.keywords})


@handles("field")
def _field(call: LibraryCall) -> Value:
    """What a dataclass declares a field with: its default, or what its factory makes."""
    factory = call.keywords.get("default_factory", call.keywords.get("factory"))
    if factory is not None:
        return call_value(call.frame, factory, [], {}, call.code)
    default = call.keywords.get("default", UNKNOWN)
    return NUMBER if default.kind == "number" else default  # which a command line may set
