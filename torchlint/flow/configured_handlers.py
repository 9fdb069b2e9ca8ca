"""Handlers of calls that create what a project's configuration names: a class that no code mentions."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.known_texts import ANY, texts_of
from torchlint.binding.symbols import Function
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.computed_members import NAMED_BY_CONFIGURATION, one_of
from torchlint.flow.framework_effects import LibraryCall, handles
from torchlint.flow.import_binding import member
from torchlint.flow.interpreter import call_value
from torchlint.flow.state import Frame
from torchlint.project.config_targets import CLASS_KEYS
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
    """An object of the class that the given part of the configuration names, unless arguments are only bound."""
    if "_partial_" in call.keywords:
        return UNKNOWN
    return call_value(call.frame, configured(call.frame, call.code), call.args[1:], call.keywords, call.code)


def configured(frame: Frame, node: tree.Call) -> Value:
    """The class that the configuration names, by the last part of an argument: `instantiate(cfg.model)`.

    Where that is a parameter, it is what the call that leads here gives it, or one of the calls before. Where any of
    the classes under that key is not of the project, or two arguments may be meant, it is unknown.
    """
    project_files = frame.interpreter.project_files
    if project_files is None or not frame.unit.place:
        return UNKNOWN
    frame.interpreter.stateful += 1  # what calls before this one pass decides
    wanted, chain, stack = [argument.value for argument in node.args[:1]], frame.chain, frame.stack
    while True:
        entries = [names for one in wanted if (names := project_files.configured(_key(one)))]
        if entries:
            found = [_named(frame, name) for name in entries[0]] if len(entries) == 1 else [UNKNOWN]
            return UNKNOWN if any(one.kind not in ("class", "function") for one in found) else one_of(found)
        call = chain[-1] if chain and stack else None
        if not isinstance(call, tree.Call):
            return UNKNOWN
        wanted = _passed(call, stack[-1], wanted)
        chain, stack = chain[:-1], stack[:-1]


def _key(value: tree.Node) -> str:
    """The last part of an expression: `model` of `cfg.model`, `cfg["model"]`, `cfg.get("model")`, and of a name."""
    if isinstance(value, tree.Call) and tree.last_name(value.func) == "get":
        return tree.string_of(tree.positional(value, 0)) or ""
    return (tree.string_of(value.index) or "") if isinstance(value, tree.Subscript) else tree.last_name(value)


def _passed(call: tree.Call, function: Function, wanted: list[tree.Expression]) -> list[tree.Expression]:
    """What a call gives the parameters that some expressions of its function are made of."""
    names = {name for one in wanted for name in _made_of(one)}
    given = function.passed_by(call)
    if names & function.rebinds:  # `module, name = path.rsplit(".", 1)`
        return list(given.values())
    return [given[name] for name in sorted(names & given.keys())]


def _made_of(value: tree.Expression) -> Iterator[str]:
    """The names of an expression that is a whole part of the configuration, or what such a part says of its class.

    Not so `cfg.loss`: where nothing is named under `loss`, what `cfg` itself stands under is something else.
    """
    if isinstance(value, tree.Name):
        yield value.id
    elif isinstance(value, tree.Call) and not _key(value):
        for argument in value.args:
            yield from _made_of(argument.value)
    elif _key(value) in CLASS_KEYS and (root := tree.root_name(_holder(value))) is not None:
        yield root.id


def _holder(value: tree.Expression) -> tree.Expression:
    return value.func if isinstance(value, tree.Call) else value


def _named(frame: Frame, dotted: str) -> Value:
    """What the project has under a dotted name."""
    assert frame.interpreter.project_files is not None
    module, _, name = dotted.rpartition(".")
    place = (
        frame.interpreter.project_files.resolve(frame.unit.place, 0, module) if module and "$" not in module else None
    )
    return UNKNOWN if place is None else member(frame.interpreter, place, name)
