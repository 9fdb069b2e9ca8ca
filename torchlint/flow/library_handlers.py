"""What rows of libraries can't say by their fields: one function for each handler that a row may name."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.iteration import element
from torchlint.domain.kinds import ValueKind
from torchlint.domain.origins import NO_ORIGINS
from torchlint.domain.provenance import all_origins, held_tensors
from torchlint.domain.values import (
    DEVICE,
    FALSE,
    IMAGE,
    MAYBE,
    NO,
    NONE,
    NUMBER,
    TRUE,
    UNKNOWN,
    YES,
    Value,
    sequence,
    tensor,
    truth_of,
    unknown,
)
from torchlint.flow.assignment import item_key
from torchlint.flow.cuda_environment import note_start, note_variable
from torchlint.flow.data_loaders import made_dataset, made_loader, made_parts
from torchlint.flow.entry_points import run_entry_point
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.framework_effects import DISTRIBUTION, LibraryCall, carry_out, handles
from torchlint.flow.frozen_modules import set_trainable
from torchlint.flow.graphs import graph_of
from torchlint.flow.interpreter import call_value
from torchlint.flow.mode_effects import copied
from torchlint.flow.module_calls import call_module
from torchlint.flow.module_containers import made_module
from torchlint.flow.samplers import samplers_of
from torchlint.flow.training_steps import note
from torchlint.flow.unknown_calls import call_unknown
from torchlint.flow.weight_aliases import is_copied, of_pairs
from torchlint.knowledge.frameworks.numpy import PARAMETERS
from torchlint.knowledge.meanings import DUMMY
from torchlint.knowledge.naming_conventions import names_no_model
from torchlint.syntax import tree

# What a defaultdict may be given to make its entries.
_FACTORIES: frozenset[ValueKind] = frozenset(("function", "method", "class", "partial", "external"))

# Whether gradients are on


@handles("inference-mode")
def _inference_mode(call: LibraryCall) -> Value:
    return Value("grad-mode", grad=YES if truth_of(call.given(0, "mode")) is False else NO)


@handles("set-grad-enabled")
def _set_grad_enabled(call: LibraryCall) -> Value:
    """It switches at once, and is a context manager, too."""
    given = truth_of(call.given(0, "mode"))
    grad = MAYBE if given is None else YES if given else NO
    call.frame.state.grad = grad
    return Value("grad-mode", grad=grad)


# What starts graphs, and what differentiates


@handles("parameter")
def _parameter(call: LibraryCall) -> Value:
    return tensor(NO if tree.is_false(_written(call.code, "requires_grad")) else YES, "parameter", proven=True)


@handles("variable")
def _variable(call: LibraryCall) -> Value:
    """Variable(x) is `x.detach()` since PyTorch 0.4; requires_grad=True starts a graph."""
    given, wanted = call.given(0, "data"), _written(call.code, "requires_grad")
    if wanted is not None and not tree.is_false(wanted):
        return tensor(YES, origins=call.frame.leaf(call.code, all_origins(given)), proven=True)
    if _written(call.code, "volatile") is not None:
        return tensor(NO, origins=given.origins, proven=True)
    if given.is_tensor and given.grad:
        call.frame.cut(given)
        return given.replace(grad=NO, origins=NO_ORIGINS)
    return given if given.is_tensor else tensor(NO, origins=given.origins, assumed=given.kind == "unknown", proven=True)


@handles("autograd-grad")
def _autograd_grad(call: LibraryCall) -> Value:
    goes_on = truth_of(call.keywords.get("create_graph", FALSE)) is not False
    call.frame.differentiate(call.given(0, "outputs"), goes_on=goes_on)
    return sequence((tensor(YES if goes_on else NO),) * 2)


@handles("autograd-backward")
def _autograd_backward(call: LibraryCall) -> Value:
    value = call.given(0, "tensors")
    call.frame.differentiate(value)
    note(call.frame, "backward", call.code, value)
    return NONE


@handles("distributed-autograd")
def _distributed_autograd(call: LibraryCall) -> None:
    note(call.frame, "foreign", call.code, UNKNOWN)


@handles("differentiates-functions")
def _differentiates_functions(call: LibraryCall) -> None:
    note_escaping(call.frame, call.values)


# Distributions


@handles("distribution")
def _distribution(call: LibraryCall) -> Value:
    """A distribution holds its parameters; one around another holds what that holds."""
    held = tuple(part for value in call.values for part in held_tensors(value))
    return Value("framework", ref=DISTRIBUTION, items=held, source=call.node)


@handles("density")
def _density(call: LibraryCall) -> Value:
    """A tensor computed from what distributions hold, and from the other arguments."""
    given = [call.receiver, *call.values] if _is_distribution(call.receiver) else call.values
    origins = frozenset(origin for value in given for origin in all_origins(value))
    parts = [part for value in given for part in held_tensors(value)]
    grad, assumed = graph_of(parts)
    is_known = grad == YES or not any(part.kind == "unknown" for part in parts)
    if not is_known or not any(map(_is_distribution, given)):
        return unknown(origins)
    return Value("tensor", call.frame.graph(grad), origins=origins, assumed=assumed)


@handles("draw")
def _draw(call: LibraryCall) -> Value:
    """Numbers drawn from a distribution, whose graph they leave behind."""
    if not _is_distribution(call.receiver):
        return UNKNOWN
    for part in call.receiver.items:
        call.frame.cut(part)
    return tensor(NO)


def _is_distribution(value: Value) -> bool:
    """Whether a value is a distribution of PyTorch, or of a class of the project that derives from one."""
    return value.kind == "framework" or (isinstance(value.ref, Class) and value.ref.is_distribution)


# Models


@handles("deepcopy")
def _deepcopy(call: LibraryCall) -> Value | None:
    return UNKNOWN if call.args and is_copied(call.args[0]) else _copy(call)


@handles("copy")
def _copy(call: LibraryCall) -> Value | None:
    return copied(call.frame, call.args[0], call.code) if call.args else carry_out(call)


@handles("frozen-copy")
def _frozen_copy(call: LibraryCall) -> Value | None:
    """A copy of a model in the mode that it is in, without gradients; of a class that has a row, if this is it."""
    made = copied(call.frame, call.first or UNKNOWN, call.code)
    if made.kind != "module" or made.source is None:
        return carry_out(call)
    call.frame.interpreter.frozen.add(made.source)
    return made.replace(made_by=call.frame.unit.lookup.class_name(call.name))


@handles("each-parameter")
def _each_parameter(call: LibraryCall) -> Value:
    """What is given for each of the row's parameters, in their order; unknown where nothing is."""
    return Value("tuple", items=tuple(call.given(*place) for place in enumerate(call.effect.parameters)))


@handles("shard")
def _shard(call: LibraryCall) -> Value:
    """A model whose parameters become others, of which each process holds a part.

    FullyShardedDataParallel leaves those that the model has with `use_orig_params=True`. An unknown object is a module
    from here on, as nothing else is sharded.
    """
    model, leaves_them = call.first, call.keywords.get("use_orig_params")
    is_known = not any(argument.star == "**" for argument in call.code.args)
    if model is not None and model.kind == "module" and is_known:
        if leaves_them is None or truth_of(leaves_them) is False:
            note(call.frame, "replace", call.code, model)
    sharded = carry_out(call)
    if sharded.kind == "unknown":
        return Value("module", origins=sharded.origins, source=call.code)
    return sharded


@handles("data-parallel")
def _data_parallel(call: LibraryCall) -> Value | None:
    if len(call.args) < 2 or call.args[0].kind != "module":
        return None
    return call_module(call.frame, call.args[0], [call.args[1]], {}, call.code)


@handles("runs-given-model")
def _runs_given_model(call: LibraryCall) -> Value | None:
    """What a model among the arguments makes of the first one, part by part.

    One that was kept for later, in a `partial`, is not seen where it runs.
    """
    model = call.model if len(call.code.args) == len(call.values) else None
    return call_module(call.frame, model, [call.given(0, "inputs")], {}, call.code) if model is not None else None


@handles("pretrained-embedding")
def _pretrained_embedding(call: LibraryCall) -> Value:
    if truth_of(call.args[1] if len(call.args) > 1 else call.keywords.get("freeze", TRUE)) is True:
        set_trainable(call.frame, call.code, call.code, trainable=False)
    return made_module(call.name.removesuffix(".from_pretrained"), call.args, call.code)


# Data


@handles("random-split")
def _random_split(call: LibraryCall) -> Value:
    return made_parts(call.args, call.keywords, call.code)


@handles("dataset")
def _dataset(call: LibraryCall) -> Value:
    return made_dataset(call.name, call.args, call.keywords, call.code)


@handles("data-loader")
def _data_loader(call: LibraryCall) -> Value:
    """A loader that goes through the sampler that it is given, and never tells it the epoch."""
    return Value("loader", origins=samplers_of(call.values))


@handles("sampling-loader")
def _sampling_loader(call: LibraryCall) -> Value:
    """A loader that makes its own DistributedSampler for training, where it is told that several processes train."""
    given, trains = call.keywords.get("distributed", FALSE), call.keywords.get("is_training", FALSE)
    is_sampled = truth_of(given) is not False and truth_of(trains) is not False
    own = frozenset((call.frame.origin("sampler", call.code),)) if is_sampled else NO_ORIGINS
    return Value("loader", origins=own, source=call.node)


@handles("torch-data-loader")
def _torch_data_loader(call: LibraryCall) -> Value:
    """A subclass of PyTorch's loader that takes the same settings by name.

    It takes `dataset, batch_size, shuffle` by position, too; MONAI's has another order behind the dataset.
    """
    if len(call.args) > (1 if call.name.startswith("monai.") else 3):
        return _data_loader(call)
    made = made_loader(call.frame, call.name, call.args, call.keywords, call.code)
    return made.with_origins(samplers_of(call.values))


@handles("compose")
def _compose(call: LibraryCall) -> Value:
    """Run what other files define of the steps that are applied to each sample."""
    steps, interpreter = call.code.args[0].value if call.code.args else None, call.frame.interpreter
    for step in steps.elements if isinstance(steps, (tree.List, tree.Tuple)) else ():
        made = interpreter.facts.values.get(step)
        if made is not None and isinstance(made.ref, Class) and not made.ref.unit.is_target:
            method = made.ref.method("__call__")
            if method is not None and method not in interpreter.ran:
                run_entry_point(interpreter, method)
    return UNKNOWN


@handles("noise")
def _noise(call: LibraryCall) -> Value:
    """One number where no size is given: `np.random.beta(a, b)`."""
    parameters = PARAMETERS.get(call.name.rpartition(".")[2])
    is_sized = parameters is None or len(call.args) > parameters or "size" in call.keywords
    if not is_sized and not any(a.star for a in call.code.args) and all(v.kind != "array" for v in call.values):
        return NUMBER
    return Value("array", made_by=DUMMY, source=call.code)


@handles("array")
def _array(call: LibraryCall) -> Value:
    """An array of an image is an image, too."""
    is_image = bool(call.args) and call.args[0].made_by == IMAGE
    return Value("array", made_by=IMAGE) if is_image else Value("array")


@handles("progress-bar")
def _progress_bar(call: LibraryCall) -> Value:
    return call.given(0, "iterable")


@handles("collection")
def _collection(call: LibraryCall) -> Value:
    kind, args = call.name.rpartition(".")[2], call.args
    if kind == "deque":
        bounded = len(args) > 1 or "maxlen" in call.keywords
        held = args[0] if args and args[0].kind == "list" else sequence()
        return held.with_bound(is_bounded=bounded)
    if kind == "OrderedDict" and args:
        return of_pairs(args[0]) or _of_written_pairs(call) or args[0]
    if kind == "defaultdict" and args:
        return Value("dict", ref={"*": _default(call, args[0])})
    return Value("dict", ref={"*": NUMBER} if kind != "OrderedDict" else {})


def _of_written_pairs(call: LibraryCall) -> Value | None:
    """The dict of a list of pairs that is written in the call: `OrderedDict([("fc", nn.Linear(3, 3)), ...])`."""
    pairs, entries = call.code.args[0].value, dict[str, Value]()
    for pair in pairs.elements if isinstance(pairs, (tree.List, tree.Tuple)) else ():
        if (
            not isinstance(pair, tree.Tuple)
            or len(pair.elements) != 2
            or not isinstance(pair.elements[0], tree.Constant)
        ):
            return None
        entries[item_key(pair.elements[0])] = call.frame.interpreter.facts.values.get(pair.elements[1], UNKNOWN)
    return Value("dict", ref=entries) if entries else None


def _default(call: LibraryCall, factory: Value) -> Value:
    """What a defaultdict's factory makes: `list`, a class, or a lambda; a number where that isn't known."""
    if factory.kind == "external" and factory.ref == "list":
        return sequence()
    made = call_value(call.frame, factory, [], {}, call.code) if factory.kind in _FACTORIES else NUMBER
    return NUMBER if made.kind == "unknown" else made


@handles("chain")
def _chain(call: LibraryCall) -> Value:
    loader = next((value for value in call.args if value.kind == "loader"), None)
    if loader is not None:
        return Value("loader", assumed=loader.assumed)
    return Value("tuple", items=tuple(element(value) for value in call.args))


@handles("chain-from-iterable")
def _chain_from_iterable(call: LibraryCall) -> Value:
    chained = call.args[0].elements if call.args else ()
    return Value("tuple", items=tuple(element(value) for value in chained))


# The rest


@handles("partial")
def _partial(call: LibraryCall) -> Value:
    return Value("partial", ref=dict(call.keywords), items=tuple(call.args)) if call.args else UNKNOWN


@handles("is-tensor")
def _is_tensor(call: LibraryCall) -> Value | None:
    if not call.args:
        return None
    given = call.args[0]
    return TRUE if given.kind == "tensor" and not given.assumed else FALSE if given.kind == "number" else NUMBER


@handles("device")
def _device(call: LibraryCall) -> Value:
    return Value("number", made_by=DEVICE)


@handles("writer")
def _writer(call: LibraryCall) -> Value:
    call_unknown(call.frame, call.name.rpartition(".")[2], call.args, call.keywords, node=call.code)
    return Value("writer", source=call.code)


@handles("environment")
def _environment(call: LibraryCall) -> Value:
    if call.code.args:
        note_variable(call.frame, call.code, call.code.args[0].value)
    return NUMBER


@handles("starts-cuda")
def _starts_cuda(call: LibraryCall) -> None:
    note_start(call.frame, call.code)


@handles("hub")
def _loaded_from_hub(call: LibraryCall) -> Value:
    """What `torch.hub.load(repository, entry)` makes: a model, unless the entry is called otherwise."""
    entry = tree.positional(call.code, 1) or _written(call.code, "model")
    if not isinstance(entry, tree.Constant) or not isinstance(entry.value, str) or names_no_model(entry.value):
        return UNKNOWN
    return Value("module", source=call.code, assumed=True)


def _written(node: tree.Call, keyword: str) -> tree.Expression | None:
    """What is written for a keyword."""
    return next((argument.value for argument in node.args if argument.keyword == keyword), None)
