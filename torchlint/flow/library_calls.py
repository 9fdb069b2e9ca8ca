"""Calls of other packages: torch's functions and classes, builtins, and related libraries."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.iteration import element
from torchlint.domain.joins import listed
from torchlint.domain.provenance import all_sites, sites_of
from torchlint.domain.values import (
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
from torchlint.flow.builtin_calls import call_builtin
from torchlint.flow.checkpointing import CHECKPOINTS, graph_of_checkpoint
from torchlint.flow.cuda_environment import note_environment
from torchlint.flow.data_loaders import made_dataset, made_loader, made_parts
from torchlint.flow.entry_points import run_entry_point
from torchlint.flow.escaping_functions import hand_on
from torchlint.flow.framework_effects import call_of_framework
from torchlint.flow.frozen_modules import set_trainable
from torchlint.flow.graphs import graph_of
from torchlint.flow.hooks import register_hook
from torchlint.flow.mode_effects import COPIES, copied, note_made, place_of
from torchlint.flow.model_wrappers import wrapped
from torchlint.flow.module_calls import call_module, made_module
from torchlint.flow.samplers import made_sampler, samplers_of
from torchlint.flow.state import Frame
from torchlint.flow.tensor_methods import gives_pair, meaning_of, record
from torchlint.flow.training_calls import CLIPS, SCALERS
from torchlint.flow.training_steps import made_optimizer, made_scaler, made_scheduler, note
from torchlint.flow.unknown_calls import call_unknown
from torchlint.flow.weight_aliases import is_copied
from torchlint.knowledge.operations import COMPOSES, DUMMY, EXPORTS, GRAD_OFF, PLAIN, WATCHED, WRITERS
from torchlint.knowledge.torch_api import canonical, fact
from torchlint.syntax import tree

# What opens an image.
_IMAGES = frozenset(
    ("PIL.Image.open", "cv2.imread", "imageio.imread", "skimage.io.imread", "torchvision.io.read_image")
)
# What differentiates functions that it is given.
_DIFFERENTIATING = ("torch.autograd.functional.", "torch.func.")
_PROGRESS = frozenset(("tqdm", "trange", "track", "progress_bar", "auto", "notebook", "prange"))


def call_external(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The result of calling a dotted name."""
    name = canonical(name)
    if frame.interpreter.recording and not name.startswith("torch."):
        frame.interpreter.record.definitions.setdefault(node, set()).add(name)
    value = _call_external(frame, name, args, keywords, node)
    effect = frame.unit.lookup.call_model(name)
    is_copy = name in COPIES or (effect is not None and effect.gives == "copy")
    if value.kind == "module" and value.source is node and not is_copy:
        if not isinstance(value.ref, str):
            value = value.but(source=place_of(frame, node))
        note_made(frame, value, name, args, keywords)
    return value


def _call_external(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    last = name.rpartition(".")[2]
    if "." not in name:
        return call_builtin(frame, name, args, keywords, node)
    if name.startswith(("torch.cuda.", "os.")):
        note_environment(frame, name, node)
    mode = _grad_mode(frame, name, last, args, keywords)
    if mode is not None:
        return mode
    package = name.partition(".")[0]
    if package in ("torchvision", "PIL", "cv2", "numpy") or name in EXPORTS:
        record(frame, node, name)
    if name == "copy.deepcopy" and args and is_copied(args[0]):
        return UNKNOWN
    if name in COPIES and args:
        return copied(frame, args[0], node)
    promised = call_of_framework(frame, name, args, keywords, node)
    if promised is not None:
        return wrapped(frame, name, promised, node)
    if name == "functools.partial":
        return Value("partial", ref=dict(keywords), items=tuple(args)) if args else UNKNOWN
    if last in _PROGRESS or name.startswith("tqdm"):
        return args[0] if args else keywords.get("iterable", UNKNOWN)
    if name.startswith("torch.") and (found := _torch(frame, name, last, args, keywords, node)) is not None:
        return found
    if name in ("collections.defaultdict", "collections.OrderedDict", "collections.deque", "collections.Counter"):
        return _collection(last, args, keywords)
    if name in ("itertools.chain", "itertools.chain.from_iterable"):
        chained = args if last == "chain" else args[0].elements if args else ()
        return Value("tuple", items=tuple(element(value) for value in chained))
    if name in _IMAGES or (last in ("array", "asarray", "float32") and args and args[0].made_by == IMAGE):
        return Value("array", made_by=IMAGE)
    if name in COMPOSES and node.args:
        _run_steps(frame, node.args[0].value)
    if name.startswith("torchvision.transforms."):
        return unknown(frozenset())
    if name.startswith("torchvision.datasets.") and last[:1].isupper():
        return made_dataset(name, args, keywords, node)
    if name.startswith("numpy.random."):
        return Value("array", made_by=DUMMY, source=node)
    if package in PLAIN:
        return Value("array") if package in ("numpy", "PIL", "cv2", "skimage", "scipy", "imageio") else NUMBER
    if name.startswith("transformers.") and last.startswith("get_") and "schedule" in last:  # all of them LambdaLRs
        given = next((v for v in (*args, *keywords.values()) if v.kind == "optimizer"), UNKNOWN)
        return made_scheduler(frame, name, node, given)
    made = call_unknown(frame, last, args, keywords, node=node)
    return Value("writer", source=node) if name in WRITERS else made


def _run_steps(frame: Frame, steps: tree.Expression) -> None:
    """Run those steps of a `Compose` that other files of the project define."""
    for step in steps.elements if isinstance(steps, (tree.List, tree.Tuple)) else ():
        made = frame.interpreter.record.values.get(step)
        if made is not None and isinstance(made.ref, Class) and not made.ref.unit.is_target:
            call = made.ref.method("__call__")
            if call is not None and call not in frame.interpreter.ran:
                run_entry_point(frame.interpreter, call)


def _grad_mode(frame: Frame, name: str, last: str, args: list[Value], keywords: dict[str, Value]) -> Value | None:
    """The grad mode that a context manager switches to; `set_grad_enabled` switches at once, too."""
    given = truth_of(args[0] if args else keywords.get("mode", UNKNOWN))
    if name in GRAD_OFF:
        return Value("grad-mode", grad=YES if last == "inference_mode" and given is False else NO)
    if name in ("torch.enable_grad", "torch.autograd.enable_grad"):
        return Value("grad-mode", grad=YES)
    if last == "set_grad_enabled" and name.startswith("torch."):
        grad = MAYBE if given is None else YES if given else NO
        frame.state.grad = grad
        return Value("grad-mode", grad=grad)
    return None


def _collection(last: str, args: list[Value], keywords: dict[str, Value]) -> Value:
    if last == "deque":
        bounded = len(args) > 1 or "maxlen" in keywords
        held = args[0] if args and args[0].kind == "list" else sequence()
        return held.with_bound(is_bounded=bounded)
    if last == "OrderedDict" and args:
        return args[0]
    if last == "defaultdict" and args and args[0].kind == "external" and args[0].ref == "list":
        return Value("dict", ref={"*": sequence()})
    return Value("dict", ref={"*": NUMBER} if last != "OrderedDict" else {})


def _torch(
    frame: Frame, name: str, last: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value | None:
    """The result of a function or class of torch; None if the table has no row for it."""
    known = fact(name)
    if last == "Variable" or name == "torch.nn.Parameter":
        return _variable(frame, name, args, keywords, node)
    if name.startswith("torch.distributed.autograd."):
        note(frame, "foreign", node, UNKNOWN)
    if name in CLIPS:
        note(frame, "clip", node, args[0] if args else keywords.get("parameters", UNKNOWN))
    if name in SCALERS:
        return made_scaler(frame, name, node)
    if name in ("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained"):
        if truth_of(args[1] if len(args) > 1 else keywords.get("freeze", TRUE)) is True:
            set_trainable(frame, node, node, trainable=False)
        return made_module(frame, name.removesuffix(".from_pretrained"), args, node)
    if name in ("torch.autograd.grad", "torch.autograd.backward"):
        goes_on = last == "grad" and truth_of(keywords.get("create_graph", FALSE)) is not False
        for value in args[:1]:
            frame.differentiate(value, goes_on=goes_on)
            if last == "backward":
                note(frame, "backward", node, value)
        return sequence((tensor(YES if goes_on else NO),) * 2) if last == "grad" else NONE
    if name == "torch.is_tensor" and args:
        return TRUE if args[0].kind == "tensor" and not args[0].soft else FALSE if args[0].kind == "number" else NUMBER
    if known is not None and known.returns == "handle":
        on_all = name.startswith("torch.nn.modules.module.")
        return register_hook(frame, UNKNOWN, node) if on_all else Value("handle")
    if name == "torch.nn.parallel.data_parallel" and len(args) > 1:
        return call_module(frame, args[0], [args[1]], {}, node) if args[0].kind == "module" else None
    if known is None:
        if last.endswith("Tensor") and last != "Tensor":  # torch.cuda.FloatTensor
            noise = args[0] if args and args[0].made_by == DUMMY else UNKNOWN
            return tensor(NO, noise.made_by, source=noise.source, certain=True)
        if name.startswith("torch.nn.") and last[:1].isupper():
            return made_module(frame, name, args, node)
        return None
    if known.kind in ("module", "loss"):
        return made_module(frame, name, args, node)
    if known.kind == "optimizer":
        held = args[0] if args else keywords.get("params", UNKNOWN)
        return made_optimizer(frame, Value(known.kind, ref=name), node, held)
    if known.kind == "scheduler":
        frame.give(sites_of(args[1:], keywords) if args else sites_of([], keywords))
        return made_scheduler(frame, name, node, args[0] if args else keywords.get("optimizer", UNKNOWN))
    if known.kind == "sampler":
        return made_sampler(frame, name, args, keywords, node)
    if known.kind == "loader":
        made = made_loader(frame, name, args, keywords, node)
        return made.passing(samplers_of((*args, *keywords.values())))
    if known.kind == "dataset":
        return made_dataset(name, args, keywords, node)
    if last == "random_split":
        return made_parts(args, keywords, node)
    if known.kind == "function":
        return _function(frame, name, last, args, keywords, node)
    if last == "Tensor" or last.endswith("Tensor"):
        noise = args[0] if args and args[0].made_by == DUMMY else UNKNOWN
        return tensor(NO, noise.made_by, source=noise.source, certain=True)
    return unknown(sites_of(args, keywords))


def _variable(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """Variable(x) is x; Parameter(x) and requires_grad=True make a leaf tensor."""
    given = args[0] if args else keywords.get("data", UNKNOWN)
    wanted = next((a.value for a in node.args if a.keyword == "requires_grad"), None)
    off = isinstance(wanted, tree.Constant) and wanted.value is False
    if name == "torch.nn.Parameter":
        return tensor(NO if off else YES, "parameter", certain=True)
    if wanted is not None and not off:
        return tensor(YES, sites=frame.leaf(node, all_sites(given)), certain=True)
    if any(a.keyword == "volatile" for a in node.args):
        return tensor(NO, sites=given.sites, certain=True)
    return given if given.is_tensor else tensor(NO, sites=given.sites, soft=given.kind == "unknown", certain=True)


def _function(
    frame: Frame, name: str, last: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> Value:
    """The result of one of torch's functions on tensors."""
    known = fact(name)
    assert known is not None
    record(frame, node, name)
    values = [*args, *keywords.values()]
    sites = sites_of(args, keywords)
    if not known.differentiable and (known.sync or known.returns == "tensor"):
        for value in args[:2]:
            frame.cut(value)
    if name.startswith(_DIFFERENTIATING):
        hand_on(frame, values)
    if known.returns in ("number", "bool", "none"):
        return NONE if known.returns == "none" else NUMBER
    if known.returns in ("unknown", "module"):
        return unknown(sites | {frame.site("load", node)} if name == "torch.load" else sites)
    grad, soft = graph_of(values)
    if not grad:
        kinds = {leaf.kind for v in values for leaf in (v.elements if v.kind in ("list", "tuple", "dict") else (v,))}
        if not kinds.isdisjoint(("unknown", "star")) and kinds.isdisjoint(("tensor", "output")):
            grad, soft = MAYBE, True  # what goes in is not known, so neither is what comes out
    if name in CHECKPOINTS:
        grad, soft = graph_of_checkpoint(name, args, keywords)
    grad = frame.graph(grad) if known.differentiable else NO
    if _asks_for_grad(node):
        grad, soft = YES, False  # a leaf, wherever it is made
        sites = frame.leaf(node, sites)
    operand = args[0] if args else keywords.get("input", UNKNOWN)
    if operand.kind in ("list", "tuple") and operand.items:
        operand = operand.items[0]
    made_by, source = meaning_of(last, operand, node)
    certain = known.returns == "tensor"
    result = Value("tensor", grad, made_by, None, (), sites if grad else frozenset(), source, soft, certain)
    if last in WATCHED:
        result = frame.watched(result, node)
    if gives_pair(last, known, args[1:], keywords):
        frame.cut(operand)  # the indices depend on its numbers
        return Value("tuple", items=(result, tensor(NO, certain=True)))
    if known.returns == "list":
        return listed([result])
    if known.returns == "tensors":
        return listed([result.but(made_by="", source=None)])
    return result


def _asks_for_grad(node: tree.Call) -> bool:
    """Whether a call passes `requires_grad=True`."""
    return any(
        a.keyword == "requires_grad" and isinstance(a.value, tree.Constant) and a.value.value is True for a in node.args
    )
