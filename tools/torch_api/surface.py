"""The public names of the installed torch: where the documentation has them and what kind of thing each is."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from dataclasses import dataclass
from types import ModuleType

import torch
from torch.nn.modules.loss import _Loss
from torch.utils.hooks import RemovableHandle

# In the order of preference: a thing that several namespaces hold goes by the name that it has in the first of them.
# The documentation does the same: `torch.conv2d` is described as `torch.nn.functional.conv2d`.
NAMESPACES = """
torch.nn.functional torch.futures torch torch.nn torch.nn.init torch.nn.parallel torch.nn.parameter torch.nn.attention
torch.nn.attention.flex_attention torch.nn.utils torch.nn.utils.rnn torch.nn.utils.parametrize
torch.nn.utils.parametrizations torch.nn.utils.prune torch.nn.utils.stateless torch.nn.utils.fusion
torch.optim torch.optim.lr_scheduler torch.optim.swa_utils
torch.utils.data.distributed torch.utils.data torch.utils.checkpoint torch.utils.dlpack torch.utils.hooks
torch.utils.benchmark torch.utils.cpp_extension torch.utils.mobile_optimizer torch.hub torch.utils.model_zoo
torch.linalg torch.fft torch.special torch.sparse torch.nested torch.masked torch.signal.windows
torch.autograd torch.autograd.forward_ad torch.autograd.function torch.autograd.functional torch.autograd.graph
torch.autograd.profiler torch.func
torch.amp torch.cuda.amp torch.cpu.amp torch.cuda torch.cuda.comm torch.cuda.nvtx torch.cuda.profiler torch.cpu
torch.mps torch.xpu torch.accelerator torch.random torch.serialization torch.profiler torch.multiprocessing
torch.distributions torch.distributions.constraints
torch.distributed torch.distributed.algorithms.join torch.distributed.checkpoint
torch.distributed.elastic.multiprocessing.errors torch.distributed.fsdp torch.distributed.nn torch.distributed.optim
torch.distributed.pipelining torch.distributed.rpc torch.distributed.tensor torch.distributed.tensor.parallel
torch.backends.cuda torch.backends.cudnn torch.backends.mkldnn torch.backends.mps
torch.jit torch.onnx torch.compiler torch.export torch.fx torch.library torch.package
torch.testing
""".split()

# Names that no `__all__` holds and that real code spells: to derive from, to compare types with, to assign to.
EXTRA = """
torch.nn.modules.loss._Loss torch.nn.modules.loss._WeightedLoss torch.nn.modules.batchnorm._BatchNorm
torch.nn.modules.batchnorm._NormBase torch.nn.modules.instancenorm._InstanceNorm torch.nn.modules.conv._ConvNd
torch.nn.modules.dropout._DropoutNd torch.optim.lr_scheduler._LRScheduler torch.distributed.ReduceOp
torch.backends.cudnn.benchmark torch.backends.cudnn.deterministic torch.backends.cudnn.enabled
torch.backends.cudnn.allow_tf32 torch.backends.cuda.matmul.allow_tf32 torch.backends.mkldnn.enabled
torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction torch.version.cuda torch.__version__
torch.distributed.rpc.init_rpc torch.jit.is_scripting torch.jit.is_tracing torch.cuda.nccl.version
torch.sparse.spdiags torch.sparse.sampled_addmm
torch.ao.quantization.quantize_dynamic torch.ao.quantization.prepare torch.ao.quantization.prepare_qat
torch.ao.quantization.convert torch.ao.quantization.fuse_modules torch.ao.quantization.get_default_qconfig
torch.ao.quantization.get_default_qat_qconfig torch.ao.quantization.QuantStub torch.ao.quantization.DeQuantStub
torch.backends.cudnn.flags torch.backends.cudnn.is_available torch.backends.cudnn.version
torch.backends.mkldnn.is_available torch.backends.mkldnn.flags torch.backends.mkl.is_available
torch.backends.openmp.is_available torch.multiprocessing.spawn torch.multiprocessing.set_start_method
torch.ao.quantization.QuantWrapper torch.linalg.LinAlgError torch.distributed.TCPStore torch.distributed.HashStore
""".split()

# Classes whose own methods are listed; what a subclass inherits is looked up at its base.
CLASSES = """
torch.nn.Module torch.nn.Sequential torch.nn.ModuleList torch.nn.ModuleDict torch.nn.ParameterList
torch.nn.ParameterDict torch.nn.Embedding torch.nn.SyncBatchNorm torch.nn.parallel.DistributedDataParallel
torch.optim.Optimizer torch.optim.LBFGS torch.optim.lr_scheduler.LRScheduler
torch.optim.lr_scheduler.ReduceLROnPlateau torch.optim.swa_utils.AveragedModel
torch.amp.GradScaler torch.cuda.amp.GradScaler torch.utils.data.DataLoader torch.utils.data.distributed.DistributedSampler
torch.utils.hooks.RemovableHandle torch.distributions.Distribution torch.autograd.Function
torch.autograd.function.FunctionCtx torch.Generator torch.cuda.Event torch.cuda.Stream torch.profiler.profile
torch.nn.utils.rnn.PackedSequence torch.distributed.Work torch.distributed.fsdp.FullyShardedDataParallel
""".split()

# What `import *` from torch._C leaves in torch: backends' own kernels; of its classes, most are the compiler's.
INTERNAL = re.compile(
    r"(cudnn|miopen|mkldnn|fbgemm|fused|import_ir|native|parse|profiler|sym_constrain|quantized|q_|vital|read_vital)_.*"
    r"|.*_copy|.*_(backward|stats|elemt|jvp)(_.*)?|autocast_(in|de)crement_nesting|(merge|unify)_type.*|init_num_threads"
)
CORE_CLASSES = """
AcceleratorError Event Generator OutOfMemoryError ScriptFunction ScriptModule Size Stream SymBool SymFloat SymInt
autocast device dtype enable_grad finfo iinfo inference_mode layout memory_format no_grad qscheme set_grad_enabled
""".split()
BORROWED = {"torch.overrides", "torch._jit_internal", "torch._prims_common", "torch.types"}  # helpers that a namespace imports

# Modules from which people import, though the documentation names another: no private ones, but for the collate functions.
PLACES = re.compile(
    r"torch(\.(amp|autograd|cpu|cuda|distributions|futures|fx|hub|jit|linalg|masked|nested|nn|optim|profiler|signal|utils"
    r"|functional|random|serialization|special|sparse|storage|quantization|distributed(\.(distributed_c10d|fsdp|nn|optim))?)"
    r"(?!.*\._)(\..*)?)?|torch\.distributed(\.device_mesh|\.rpc|\.tensor)?|torch\.utils\.data\._utils\.collate$"
)

WHOLE_CLASSES = {"torch.Tensor", "torch.cuda.amp.GradScaler"}  # what they inherit is listed too
UNINTERESTING = {"extra_repr", "reset_parameters", "forward"}

PLAIN_OPERATORS = """
abs add and bool complex contains delitem eq float floordiv ge getitem gt iadd iand  ifloordiv ilshift imod imul
index int invert ior ipow irshift isub iter itruediv ixor le len lshift lt matmul mod mul ne neg or pos pow radd
rand reversed rfloordiv rlshift rmatmul rmod rmul ror rpow rrshift rshift rsub rtruediv rxor setitem sub truediv
xor array
""".split()


@dataclass(frozen=True)
class Entry:
    """One public name, the thing that it stands for and the kind of thing that is."""

    name: str
    thing: object
    kind: str

    @property
    def short(self) -> str:
        """The name's last part."""
        return self.name.rpartition(".")[2]


def entries() -> dict[str, Entry]:
    """Every public name with its thing; of one thing's equal names only that which the documentation uses."""
    found: dict[str, Entry] = {}
    taken: set[tuple[str, int]] = set()
    for namespace in NAMESPACES:
        module = importlib.import_module(namespace)
        for short in _public(module):
            thing = getattr(module, short)
            if _is_definition(thing) and (short, _identity(thing)) in taken:
                continue  # its name is in a namespace that comes earlier
            taken.add((short, _identity(thing)))
            name = f"{namespace}.{short}"
            found[name] = Entry(name, thing, kind_of(thing))
    for name in EXTRA:
        thing = look_up(name)
        found.setdefault(name, Entry(name, thing, kind_of(thing)))
    for name in ("torch.Tensor", *CLASSES):
        cls = found[name].thing
        for short in _attributes(cls, inherited=name in WHOLE_CLASSES):
            thing = getattr(cls, short)
            kind = kind_of(thing)
            found[f"{name}.{short}"] = Entry(f"{name}.{short}", thing, "method" if kind == "function" else kind)
    return found


def homes(known: dict[str, Entry]) -> dict[str, list[str]]:
    """Module -> the namespaces in which the documentation has the things that one may also import from it."""
    found: dict[str, set[str]] = {}
    home_of = {
        (entry.short, _identity(entry.thing)): name.rpartition(".")[0]
        for name, entry in known.items()
        if _is_definition(entry.thing)
    }
    for path, module in sorted(sys.modules.items()):
        if not PLACES.fullmatch(path):
            continue
        exported = getattr(module, "__all__", ())
        for short, thing in sorted(vars(module).items()):
            home = home_of.get((short, _identity(thing)), path)
            defined = getattr(thing, "__module__", None) == path
            if home != path and (defined or short in exported or hasattr(module, "__path__")):
                found.setdefault(path, set()).add(home)
    return {path: sorted(found[path]) for path in sorted(found)}


def look_up(name: str) -> object:
    """The thing that a dotted name stands for, with its modules imported on the way."""
    head, *rest = name.split(".")
    thing: object = importlib.import_module(head)
    for part in rest:
        head = f"{head}.{part}"
        if not hasattr(thing, part):
            importlib.import_module(head)
        thing = getattr(thing, part)
    return thing


def kind_of(thing: object) -> str:
    """The kind of a thing, in the words of torchlint.model.torch_api.Kind."""
    if not isinstance(thing, type):
        if not callable(thing) or isinstance(thing, (torch.dtype, torch.layout, torch.memory_format)):
            return "constant"
        return "context" if _is_context_function(thing) else "function"
    for kind, bases in KINDS.items():
        if issubclass(thing, bases):
            return kind
    return "context" if hasattr(thing, "__enter__") and thing.__module__ not in NOT_CONTEXTS else "class"


KINDS: dict[str, tuple[type, ...]] = {
    "loss": (_Loss,),
    "module": (torch.nn.Module,),
    "optimizer": (torch.optim.Optimizer,),
    "scheduler": (torch.optim.lr_scheduler.LRScheduler,),
    "sampler": (torch.utils.data.Sampler,),
    "dataset": (torch.utils.data.Dataset,),
    "loader": (torch.utils.data.DataLoader,),
    "distribution": (torch.distributions.Distribution,),
    "autograd-function": (torch.autograd.Function,),
    "class": (torch.Tensor, BaseException, torch.device, torch.Stream, torch.Event, RemovableHandle),
}
NOT_CONTEXTS = {"torch.distributed.device_mesh", "torch.package.package_exporter"}


def _public(module: ModuleType) -> list[str]:
    """The names that a namespace offers: its `__all__`, or what was defined for it rather than imported into it."""
    path = module.__name__
    exported = getattr(module, "__all__", None)
    if exported and path != "torch":
        return sorted(short for short in exported if not short.startswith("_") and _is_member(module, short, path))
    chosen = []
    for short in sorted(vars(module)):
        thing = getattr(module, short)
        origin = getattr(thing, "__module__", None) or ""
        if short.startswith("_") or not _is_member(module, short, path):
            continue
        if path == "torch" and INTERNAL.fullmatch(short):
            continue
        if isinstance(thing, type) and path != "torch" and not origin.startswith((path, "torch._C")):
            continue
        if isinstance(thing, type) and path == "torch":
            if short not in CORE_CLASSES and not short.endswith(("Tensor", "Storage")):
                continue
        chosen.append(short)
    return chosen


def _is_member(module: ModuleType, short: str, path: str) -> bool:
    """Whether the name is part of the namespace and not something of Python's or a helper of another module."""
    thing = getattr(module, short, module)  # torch.sparse.__all__ has names that are gone
    if isinstance(thing, ModuleType):
        return False
    if _is_definition(thing):
        origin = getattr(thing, "__module__", None) or path
        return origin.startswith("torch") and origin not in BORROWED and not short.startswith("has_torch_function")
    return isinstance(thing, CONSTANTS) and short != "TYPE_CHECKING" or path == "torch.distributions.constraints"


CONSTANTS = (torch.dtype, torch.layout, torch.memory_format, torch.qscheme, torch.Generator, bool, int, float)


def _identity(thing: object) -> int:
    """What tells a thing from others, also where torch.compile has put a wrapper around it."""
    return id(inspect.unwrap(thing) if inspect.isfunction(thing) else thing)


def _is_definition(thing: object) -> bool:
    """Whether a thing is a class or function, which has one identity, and not a value that may come up anywhere."""
    return isinstance(thing, type) or inspect.isroutine(thing)


def _is_context_function(thing: object) -> bool:
    """Whether a function was made by contextlib.contextmanager, or returns a context manager by its annotation."""
    code = getattr(thing, "__code__", None)
    return code is not None and code.co_filename.endswith("contextlib.py") and code.co_name == "helper"


def _attributes(cls: object, inherited: bool) -> list[str]:
    """The public attributes and operators of a class; what object has only where the class itself defines it."""
    operators = {f"__{short}__" for short in PLAIN_OPERATORS}
    own = {short for base in getattr(cls, "__mro__", ())[: None if inherited else 1] if base is not object for short in vars(base)}
    public = {short for short in own if short[0].islower() or short in ("H", "T")} - UNINTERESTING
    return sorted((public | (operators & own)) & set(dir(cls)))
