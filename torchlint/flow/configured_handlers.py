"""Handlers of calls that create what a project's configuration names: a class that no code mentions."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.known_texts import ANY, texts_of
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.computed_members import NAMED_BY_CONFIGURATION, one_of
from torchlint.flow.framework_effects import LibraryCall, handles
from torchlint.flow.import_binding import member
from torchlint.flow.interpreter import call_value
from torchlint.flow.state import Frame
from torchlint.syntax import tree


@handles("import-module")
def _import_module(call: LibraryCall) -> Value:
    """A file of the project; where its name is computed, what is asked of it stands in the configuration."""
    project_files, place = call.frame.interpreter.project_files, call.frame.unit.place
    if project_files is None or not place or not call.code.args:
        return UNKNOWN
    texts = texts_of(call.frame.unit.tree, call.code.args[0].value)
    if len(texts) == 1 and ANY not in texts[0]:
        found = project_files.resolve(place, 0, texts[0])
        return Value("external", ref=texts[0]) if found is None else Value("file", ref=found)
    return Value("unknown", made_by=NAMED_BY_CONFIGURATION)


@handles("instantiate")
def _instantiate(call: LibraryCall) -> Value:
    """An object of the class that the given part of the configuration names."""
    return call_value(call.frame, configured(call.frame, call.code), call.args[1:], call.keywords, call.code)


def configured(frame: Frame, node: tree.Node) -> Value:
    """The class that the configuration names, by the last part of an argument: `instantiate(cfg.model)`.

    Of the calls that lead here, the innermost counts that passes something under which a class is named. Where any of
    the classes under that key is not of the project, it is unknown.
    """
    project_files = frame.interpreter.project_files
    if project_files is None or not frame.unit.place:
        return UNKNOWN
    for key in (key for call in (node, *reversed(frame.chain)) for key in _keys(call)):
        found = [_named(frame, name) for name in project_files.configured(key)]
        if found:
            return UNKNOWN if any(one.kind not in ("class", "function") for one in found) else one_of(found)
    return UNKNOWN


def _keys(call: tree.Node) -> Iterator[str]:
    """The last parts of what a call passes: `model` of `cfg.model`, of `cfg["model"]` and of a name."""
    for argument in call.args if isinstance(call, tree.Call) else ():
        value = argument.value
        if isinstance(value, tree.Subscript):
            value = value.index
        if isinstance(value, tree.Constant) and isinstance(value.value, str):
            yield value.value
        elif (name := tree.last_name(value)) != "":
            yield name


def _named(frame: Frame, dotted: str) -> Value:
    """What the project has under a dotted name."""
    assert frame.interpreter.project_files is not None
    module, _, name = dotted.rpartition(".")
    place = frame.interpreter.project_files.resolve(frame.unit.place, 0, module)
    return UNKNOWN if place is None else member(frame.interpreter, place, name)
