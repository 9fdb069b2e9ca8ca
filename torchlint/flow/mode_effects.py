"""Effects on the modes of modules: construct, switch, copy and restore."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from torchlint.binding.symbols import Class
from torchlint.domain.modes import EVAL, NEVER_SEEN, TRAIN, UNCLEAR, Mode, Modes, Switch, Switches, mode_of
from torchlint.domain.values import FALSE, MAYBE, NO, NUMBER, TRUE, Composite, OneOf, Value, alternatives, truth_of
from torchlint.flow.interpreter import evaluate
from torchlint.flow.mode_dependence import PART, of_construction
from torchlint.flow.precision import note_given_dtype
from torchlint.flow.state import Frame
from torchlint.knowledge.mode_dependence import settings_of_layer
from torchlint.syntax import tree

# What a number's `made_by` is where it is `module.training`.
TRAINING = "training"
# Wrappers that copy what they are given; the others share it.


def place_of(frame: Frame, node: tree.Call) -> tree.Node:
    """The identity of a model that is constructed here: one for each call path, save for parts of another module."""
    layers = frame.interpreter.layers
    is_part = layers.is_building and any(function.constructs_module for function in frame.stack)
    if is_part or layers.places.first_made.setdefault(node, frame.chain) == frame.chain:
        return node
    key = (*frame.chain, node)
    if key not in layers.places.made_again:
        layers.places.made_again[key] = again = tree.Call(node.start, node.end, node.func, node.args)
        parents = frame.unit.tree.parents
        if node in parents:
            parents[again] = parents[node]  # it is where the call is
    return layers.places.made_again[key]


def one_of_many(frame: Frame, made: list[Value], node: tree.Call) -> Value:
    """A module of a class that is one of many, in the mode that these first ones of them are in."""
    module = Value("module", source=place_of(frame, node))
    modes = {mode_of(switches_of(frame, one)) for one in made}
    if module.source is not None and len(modes) == 1:
        frame.state.modes.make(module.source, frame.chain, modes.pop() or UNCLEAR)
    return module


def make_parts_again(frame: Frame, module: Value) -> None:
    """Record that a module gets new parts where others of its class got theirs, without running its constructor."""
    modes = frame.state.modes
    for source in sources_of(module):
        if source is not module.source:
            modes.shared.add(source)
            modes.switch(source, TRAIN, source)


def note_made(frame: Frame, module: Value, name: str, args: list[Value], keywords: dict[str, Value]) -> None:
    """Record that a constructor or factory of another package made a module."""
    source = module.source
    assert source is not None
    row = frame.unit.lookup.call_model(name)
    left = row.mode if row is not None else ""
    if left and left != TRAIN:
        frame.state.modes.make(source, frame.chain, left)
    elif not left and name.endswith((".from_pretrained", ".load")) and not name.startswith("torch.nn."):
        # transformers and diffusers load models in eval mode
        frame.state.modes.make(
            source, frame.chain, EVAL if name.startswith(("transformers.", "diffusers.")) else UNCLEAR
        )
        if isinstance(source, tree.Call):
            note_given_dtype(frame, module, source, keywords)
    else:
        frame.state.modes.make(source, frame.chain, TRAIN)
        frame.interpreter.facts.made_in_train_mode.add(source)
        if name.startswith("torch.nn.") and isinstance(source, tree.Call):
            note_given_dtype(frame, module, source, keywords)
    layers = frame.interpreter.layers
    level = row.depends_on_mode if row is not None else MAYBE
    if level == MAYBE:
        level = of_construction(layers, name, args, keywords, module)
    layers.note(source, level)
    if level == NO and name.startswith("torch.nn.") and settings_of_layer(name.rpartition(".")[2]):
        layers.turned_off()
    asks = _is_true(keywords.get("pretrained")) or keywords.get("weights", NUMBER).kind not in ("number", "none")
    if asks or (row is not None and row.pretrained):
        frame.interpreter.facts.loaded.add(source)


def _is_true(value: Value | None) -> bool:
    return value is not None and truth_of(value) is True


def copied(frame: Frame, module: Value, node: tree.Call) -> Value:
    """A copy of a module, in the mode that the original is in now."""
    if module.kind != "module" or module.source is None:
        return module
    interpreter, modes = frame.interpreter, frame.state.modes
    place = place_of(frame, node)
    modes.make(place, frame.chain, TRAIN)
    modes.put(place, modes.of(module.source))
    originals = {one.source for one in (module, *alternatives(module))}
    modes.shared.update(source for source in sources_of(module) if source not in originals)
    interpreter.layers.found[place] = interpreter.layers.of(module)
    for sources in (interpreter.frozen, interpreter.facts.loaded):
        if module.source in sources:
            sources.add(place)
    if isinstance(module.ref, OneOf):  # whichever was copied: the copy is another module than all of them
        copies = tuple(part.replace(source=place) for part in module.ref.parts)
        return module.replace(source=place).with_module(OneOf(copies))
    return module.replace(source=place)


def switch(
    frame: Frame, module: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> None:
    """`.train(...)` or `.eval()` is called on a module."""
    modes = frame.state.modes
    given = (args[:1] or list(keywords.values())[:1] or [TRUE])[0]
    truth = truth_of(given)
    mode: Mode = EVAL if name == "eval" or truth is False else TRAIN if truth else UNCLEAR
    restored = given.switches if mode == UNCLEAR and given.made_by == TRAINING else None
    if module.made_by == PART:
        if module.source is not None:
            modes.switch(module.source, UNCLEAR, node)
        return
    for one in alternatives(module):
        if one.source in modes.shared:
            modes.apart.add(one.source)
        for source in sources_of(one):
            if restored is not None:
                modes.put(source, restored)
            else:
                modes.switch(source, mode, node)


def put_in(frame: Frame, module: Value, mode: Mode, node: tree.Node) -> None:
    """A framework puts a model in a mode before it calls this function."""
    for source in sources_of(module):
        frame.state.modes.switch(source, mode, node)


def blur(frame: Frame, values: list[Value], node: tree.Node | None) -> None:
    """Modules are passed to unknown code that may switch their mode; objects take the modules they hold along."""
    modes = frame.state.modes
    for value in chain.from_iterable(one.items if one.kind == "choice" else (one,) for one in values):
        if value.kind in ("instance", "module"):
            for module in _parts(value) if value.kind == "instance" else [value]:
                for one in alternatives(module):
                    if one.source is not None:
                        modes.switch(one.source, UNCLEAR, node)
        elif value.kind == "unknown" and value.source is not None and value.source in modes.switches:
            modes.switch(value.source, UNCLEAR, node)


def switches_of(frame: Frame, module: Value) -> Switches:
    """What may have switched a module last; unclear if its submodules were switched separately."""
    if module.source is None or module.made_by == PART:
        return NEVER_SEEN
    modes = frame.state.modes
    own = modes.of(module.source)
    said = {switch.mode for switch in own}
    for source in sources_of(module):
        if source in modes.shared and source not in modes.apart:
            continue  # switched with some other model that was made in the same way
        others = modes.switches.get(source, own)
        if any(s.mode not in said for s in others):
            made = others == {Switch(EVAL, source)}  # a part that is in eval mode since it was made
            return own | {Switch(UNCLEAR, source if made else None)}
    return own


def training_of(frame: Frame, module: Value) -> Value:
    """The value of `module.training`."""
    if frame.inside_forward or module.made_by == PART:
        return NUMBER
    switches = frame.state.modes.of(module.source)
    modes = {switch.mode for switch in switches}
    if modes == {TRAIN}:
        return TRUE
    if modes == {EVAL}:
        return FALSE
    return Value("number", made_by=TRAINING, ref=switches, source=module.source)


def after_mode_test(frame: Frame, test: tree.Expression, tested: Value, body: list[tree.Statement]) -> None:
    """Handle an `if` that has tested a model's mode.

    After `if model.training: model.eval()` the model is in eval mode, whatever it was in before, and after
    `if was_training: model.train()` it is in its earlier mode.
    """
    reads, mode = test, EVAL
    if isinstance(test, tree.UnaryOp) and test.op == "not" and _reads_mode(test.operand):
        reads, mode = test.operand, TRAIN
        tested = evaluate(frame, reads)
    if tested.kind != "number" or tested.made_by != TRAINING or tested.source is None:
        return
    start, end = body[0].start, body[-1].end
    own = frame.unit.tree.parents  # offsets of other files can't be compared
    inside = frozenset(
        s
        for s in frame.state.modes.of(tested.source)
        if s.node is not None and start <= s.node.start and s.node.end <= end and s.node in own
    )
    if inside and _reads_mode(reads) and all(switch.mode == mode for switch in inside):
        _put_with_parts(frame, tested, inside)
    elif inside and reads is test:
        frame.state.modes.put(tested.source, tested.switches or NEVER_SEEN)


def _put_with_parts(frame: Frame, tested: Value, now: Switches) -> None:
    """These switches alone decide about a module, and about its parts that had been switched with it."""
    modes = frame.state.modes
    before = {switch for switch in (tested.switches or NEVER_SEEN) - now if switch.node is not tested.source}
    for source, switches in [*modes.switches.items()]:
        if now <= switches and {switch for switch in switches - now if switch.node is not source} == before:
            modes.put(source, now)


def _reads_mode(test: tree.Expression) -> bool:
    """Whether the mode is read right here, rather than before other switches."""
    return isinstance(test, tree.Attribute) and test.attr == "training"


def begin(frame: Frame, made: Value, args: list[Value]) -> int:
    """Start a constructor of the project; returns what the layers need when it ends."""
    if made.kind == "module" and made.source is not None:
        frame.state.modes.make(made.source, frame.chain, TRAIN)
    return frame.interpreter.layers.begin(args)


def note_constructed(frame: Frame, made: Value) -> None:
    """Record that a constructor of the project, at its end, leaves a module in train mode."""
    if made.kind == "module" and made.source is not None and mode_of(switches_of(frame, made)) == TRAIN:
        frame.interpreter.facts.made_in_train_mode.add(made.source)


def join_modes(modes: Modes, left: list[Modes], ended: bool) -> Modes:
    """The modes after a function, joined over all its exits."""
    ways = left if ended else [modes, *left]
    joined = ways[0]
    for other in ways[1:]:
        joined.join(other)
    return joined


def left_by(before: Modes, after: Modes) -> dict[tree.Node, Switches]:
    """The modules that the second half of a context manager switches, and how."""
    return {source: s for source, s in after.switches.items() if before.switches.get(source) != s}


def sources_of(module: Value) -> Iterator[tree.Node]:
    """Where a module and its submodules were constructed."""
    found: set[tree.Node] = set()
    todo = [module]
    for one in todo:  # grows as parts are found
        if one.kind == "module" and one.source is not None and one.source not in found and one.made_by != PART:
            found.add(one.source)
            yield one.source
            todo += _parts(one)


def _parts(module: Value) -> list[Value]:
    ref = module.ref
    found = [*module.items]
    if isinstance(ref, Class):
        held = [value for cls in ref.lineage for value in cls.attributes.values()]
        found += [v for value in held for v in (value, *value.elements) if v.kind == "module"]
    elif isinstance(ref, Composite):
        found += ref.parts
    return [one for part in found for one in alternatives(part)]
