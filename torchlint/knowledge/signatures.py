"""Signatures of PyTorch's callables: arguments that say something, their defaults, and what hooks are given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from torchlint.knowledge.torch_api import member

# What torch.utils.checkpoint.checkpoint keeps for itself of its keyword arguments.
CHECKPOINT_OPTIONS = frozenset(
    ("context_fn", "debug", "determinism_check", "early_stop", "preserve_rng_state", "use_reentrant", "function")
)

# Optimizers whose steps are about as large as the learning rate, whatever the gradients are.
NORMALISED_STEPS = frozenset(("Adam", "AdamW", "NAdam", "RAdam", "Adamax"))

# Decorators and bases of classes whose constructor takes the annotated fields and stores them; bases without fields.
MAKES_FIELDS = frozenset(("dataclass", "attrs", "define", "frozen"))
HAS_FIELDS = frozenset(("typing.NamedTuple", "pydantic.BaseModel"))
WITHOUT_FIELDS = frozenset(("object", "abc.ABC", "typing.Generic", "typing.Protocol"))

# How the `__call__` of an attention processor of diffusers begins. `Attention.forward` reads its signature there, and
# passes only what it names (diffusers 0.42), so a processor that is a module has to define `__call__`.
PROCESSOR_PARAMETERS = ("self", "attn", "hidden_states")

# Keyword arguments of functions that make tensors, which say where and how a tensor is made, and not what is in it.
MAKING_KEYWORDS = frozenset(("device", "requires_grad", "out", "pin_memory", "generator"))


def _places(parameters: Sequence[str], names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Those parameters that are among the names, each with its position."""
    return tuple((one, position) for position, one in enumerate(parameters) if one in names)


# What convolutions take, in the order in which they take it; the lazy ones take the same without `in_channels`.
_CONVOLUTION = tuple("in_channels out_channels kernel_size stride padding dilation groups bias padding_mode".split())
_TRANSPOSED = (*_CONVOLUTION[:5], "output_padding", "groups", "bias", "dilation", "padding_mode")
CONVOLUTIONS = {
    f"torch.nn.{lazy}{kind}{d}d": parameters[bool(lazy) :]
    for lazy in ("", "Lazy")
    for kind, parameters in (("Conv", _CONVOLUTION), ("ConvTranspose", _TRANSPOSED))
    for d in (1, 2, 3)
}

# Layers that slide over 1, 2 or 3 dimensions, with how many these are, and the arguments that have a number for each:
# first those that take a number for all, or exactly one for each, and then those that take a tuple of one for all, too.
_PER_DIMENSION = ("stride", "padding", "dilation", "output_padding")
SPATIAL = {
    **{
        name: (int(name[-2]), (("kernel_size", parameters.index("kernel_size")),), _places(parameters, _PER_DIMENSION))
        for name, parameters in CONVOLUTIONS.items()
    },
    **{
        f"torch.nn.{kind}Pool{d}d": (d, (), _places(parameters.split(), ("kernel_size", *_PER_DIMENSION)))
        for kind, parameters in (("Max", "kernel_size stride padding dilation"), ("Avg", "kernel_size stride padding"))
        for d in (1, 2, 3)
    },
    **{
        f"torch.nn.Adaptive{kind}Pool{d}d": (d, (("output_size", 0),), ()) for kind in ("Max", "Avg") for d in (1, 2, 3)
    },
}

# Layers by the dimension whose size they fix: where they take the size that goes in, and the one that comes out.
_IN_OUT = ((0, "in_features"), (1, "out_features"))
ALONG_LAST = {
    "torch.nn.Linear": _IN_OUT,
    "torch.nn.Embedding": (None, (1, "embedding_dim")),
}
_CHANNELS = ((0, "in_channels"), (1, "out_channels"))
_FEATURES = ((0, "num_features"), (0, "num_features"))
ALONG_CHANNELS = {
    **{name: _CHANNELS for name in CONVOLUTIONS if "Lazy" not in name},
    **{f"torch.nn.BatchNorm{d}d": _FEATURES for d in (2, 3)},
    "torch.nn.GroupNorm": ((1, "num_channels"), (1, "num_channels")),
}

# The same of convolutions of PyTorch Geometric, along the features of nodes; and where those with heads take how many
# these are, and whether what they give is put side by side.
ALONG_NODES = {
    f"torch_geometric.nn.{name}Conv": ((0, "in_channels"), (1, "out_channels"))
    for name in "GCN Cheb SAGE GAT GATv2 Transformer TAG SG Graph".split()
}
HEADS = {
    "torch_geometric.nn.GATConv": ((2, "heads", 1), (3, "concat", True)),
    "torch_geometric.nn.GATv2Conv": ((2, "heads", 1), (3, "concat", True)),
    "torch_geometric.nn.TransformerConv": ((2, "heads", 1), (3, "concat", True)),
}

# Where layers take whole numbers that they make their weights by.
_RECURRENT = ((0, "input_size"), (1, "hidden_size"))
WEIGHT_SIZES = {
    "torch.nn.Linear": _IN_OUT,
    **{name: _CHANNELS for name in CONVOLUTIONS if "Lazy" not in name},
    **{f"torch.nn.{kind}{cell}": _RECURRENT for kind in ("RNN", "LSTM", "GRU") for cell in ("", "Cell")},
    **{f"torch.nn.BatchNorm{d}d": _FEATURES[:1] for d in (1, 2, 3)},
    "torch.nn.Embedding": ((0, "num_embeddings"), (1, "embedding_dim")),
    "torch.nn.LayerNorm": ((0, "normalized_shape"),),
    "torch.nn.GroupNorm": ((1, "num_channels"),),
    "torch.nn.Bilinear": ((0, "in1_features"), (1, "in2_features"), (2, "out_features")),
}

# Where recurrent layers take `batch_first`, by position.
BATCH_FIRST = {"torch.nn.LSTM": 4, "torch.nn.GRU": 4, "torch.nn.RNN": 5}

# Recurrent layers whose state is a pair, `(h, c)`, beside their output.
STATE_IS_PAIR = frozenset(("torch.nn.LSTM",))

# The same of layers of attention.
ATTENTION_BATCH_FIRST = {
    "torch.nn.MultiheadAttention": 8,
    "torch.nn.TransformerEncoderLayer": 6,
    "torch.nn.TransformerDecoderLayer": 6,
    "torch.nn.Transformer": 10,
}
# Stacks of such layers, which are made of one that they copy.
ATTENTION_STACKS = {"torch.nn.TransformerEncoder": "encoder_layer", "torch.nn.TransformerDecoder": "decoder_layer"}

# Where attention takes masks, by position and by keyword, and whether True in one of booleans says "may be looked at".
_OF_DECODER = tuple(enumerate("tgt_mask memory_mask tgt_key_padding_mask memory_key_padding_mask".split(), 2))
_OF_BOTH = "src_mask tgt_mask memory_mask src_key_padding_mask tgt_key_padding_mask memory_key_padding_mask"
ATTENTION_MASKS: dict[str, tuple[bool, tuple[tuple[int, str], ...]]] = {
    "torch.nn.functional.scaled_dot_product_attention": (True, ((3, "attn_mask"),)),
    "torch.nn.MultiheadAttention.forward": (False, ((3, "key_padding_mask"), (5, "attn_mask"))),
    "torch.nn.TransformerEncoderLayer.forward": (False, ((1, "src_mask"), (2, "src_key_padding_mask"))),
    "torch.nn.TransformerEncoder.forward": (False, ((1, "mask"), (2, "src_key_padding_mask"))),
    "torch.nn.TransformerDecoderLayer.forward": (False, _OF_DECODER),
    "torch.nn.TransformerDecoder.forward": (False, _OF_DECODER),
    "torch.nn.Transformer.forward": (False, tuple(enumerate(_OF_BOTH.split(), 2))),
}

# Between which numbers these schedulers move the momentum, or Adam's beta1, from their first step on (torch 2.13);
# and where they take `cycle_momentum`, by position.
CYCLED_MOMENTUM: dict[str, tuple[float, float, int]] = {
    "torch.optim.lr_scheduler.OneCycleLR": (0.85, 0.95, 7),
    "torch.optim.lr_scheduler.CyclicLR": (0.8, 0.9, 9),
}

# Where schedulers, and functions of transformers that make them, take the number of steps: by position, and by keyword.
SCHEDULE_LENGTHS = {
    "OneCycleLR": ((2, "total_steps"), (3, "epochs"), (4, "steps_per_epoch")),
    "CosineAnnealingLR": ((1, "T_max"),),
    "LinearLR": ((3, "total_iters"),),
    "PolynomialLR": ((1, "total_iters"),),
    "CyclicLR": ((3, "step_size_up"),),
    "StepLR": ((1, "step_size"),),
    "get_linear_schedule_with_warmup": ((2, "num_training_steps"),),
    "get_cosine_schedule_with_warmup": ((2, "num_training_steps"),),
    "get_cosine_with_hard_restarts_schedule_with_warmup": ((2, "num_training_steps"),),
    "get_polynomial_decay_schedule_with_warmup": ((2, "num_training_steps"),),
    "get_scheduler": ((-1, "num_training_steps"),),  # transformers and diffusers have it in different places
}

# Schedulers that step others, and where these are given.
COMBINED_SCHEDULES = {"SequentialLR": 1, "ChainedScheduler": 0}

# Schedulers that multiply the learning rate by gamma again and again: where gamma is given, and what it is if it is
# not; where it is given after how many steps they do so.
DECAYS = {
    "ExponentialLR": ((1, "gamma", None), None),
    "StepLR": ((2, "gamma", 0.1), (1, "step_size")),
}

# The eps of the optimizers that divide by a root of squared gradients, as it is written in their signatures.
DEFAULT_EPS = {
    "torch.optim.Adadelta": "1e-6",
    "torch.optim.Adagrad": "1e-10",
    "torch.optim.Adam": "1e-8",
    "torch.optim.AdamW": "1e-8",
    "torch.optim.Adamax": "1e-8",
    "torch.optim.NAdam": "1e-8",
    "torch.optim.RAdam": "1e-8",
    "torch.optim.RMSprop": "1e-8",
    "torch.optim.SparseAdam": "1e-8",
}

# What hooks are given, by the method that registers them.
HOOK_ARGUMENTS = {
    "register_forward_hook": ("module", "args", "output"),
    "register_forward_pre_hook": ("module", "args"),
    "register_full_backward_hook": ("module", "grad_input", "grad_output"),
    "register_backward_hook": ("module", "grad_input", "grad_output"),
    "register_full_backward_pre_hook": ("module", "grad_output"),
    "register_hook": ("grad",),
    "register_post_accumulate_grad_hook": ("parameter",),
}

# Functions that do at once, and from then on, what a context manager does for its block, with the argument to give.
AT_ONCE = {
    "torch.no_grad": ("torch.set_grad_enabled", "False"),
    "torch.enable_grad": ("torch.set_grad_enabled", "True"),
    "torch.autograd.detect_anomaly": ("torch.autograd.set_detect_anomaly", "True"),
}

# The attributes that modules of settings read. Python lets these modules take any other attribute, too.
SETTINGS = {
    "torch.backends.cudnn": frozenset(
        "enabled deterministic benchmark benchmark_limit allow_tf32 fp32_precision".split()
    ),
    "torch.backends.mps": frozenset(("fp32_precision",)),
    "torch.backends.mkldnn": frozenset("enabled deterministic allow_tf32 fp32_precision".split()),
}

# Losses of other packages by what they want as their first argument; those of PyTorch itself are in its table.
WANTS = {
    "torchvision.ops.sigmoid_focal_loss": "logits",
    "torchvision.ops.focal_loss.sigmoid_focal_loss": "logits",
}

# What writes a model down after a few runs of it.
EXPORTS = ("torch.onnx.export", "torch.jit.trace", "torch.jit.script", "torch.export.export")

# Methods that are called for what they do, with nothing given to them, by what they are methods of.
METHODS_WITHOUT_ARGUMENTS = {
    "optimizer": frozenset(("step", "zero_grad")),
    "scheduler": frozenset(("step",)),
    "scaler": frozenset(("update",)),
    "module": frozenset("eval train zero_grad cuda cpu half float double".split()),
    "tensor": frozenset("backward detach_ zero_".split()),
}

# The same where only names are known: of methods that nothing else has, and of `step` by what it is a method of.
METHODS_OF_ANYTHING = frozenset(("zero_grad", "backward"))
STEPS_BY_NAME = re.compile(r"optim|sched|^opt$", re.IGNORECASE)
# Functions of PyTorch that are called for a yes or no.
ASKS = frozenset(
    "torch.cuda.is_available torch.cuda.is_initialized torch.cuda.is_bf16_supported torch.backends.mps.is_available "
    "torch.xpu.is_available torch.distributed.is_available torch.distributed.is_initialized "
    "torch.is_grad_enabled torch.is_autocast_enabled".split()
)

# What wraps or converts a model and returns the result, by what the model itself is left without.
WRAPPERS = {
    "torch.compile": "is not compiled",
    "torch.nn.DataParallel": "runs on one GPU",
    "torch.nn.parallel.DistributedDataParallel": "trains without synchronising its gradients",
    "torch.distributed.fsdp.FullyShardedDataParallel": "is not sharded",
    "torch.quantization.quantize_dynamic": "is not quantised",
    "torch.ao.quantization.quantize_dynamic": "is not quantised",
}

# What DataParallel and DistributedDataParallel have of their own, beside the methods that all modules have.
WRAPPERS_OWN = frozenset(
    "training module device device_ids device_type device_mesh dim output_device no_sync join gather scatter "
    "replicate logger process_group reducer static_graph mixed_precision broadcast_buffers find_unused_parameters "
    "register_comm_hook require_backward_grad_sync require_forward_param_sync gradient_as_bucket_view "
    "bucket_bytes_cap".split()
)

# What a scheduler is asked for, by whatever does not step it.
ASKED_OF_SCHEDULERS = frozenset("get_last_lr get_lr state_dict load_state_dict base_lrs last_epoch optimizer".split())

# Methods that are called for what they return, with nothing given to them, by what they are methods of. Those of
# tensors are in the table of PyTorch's API.
_ANSWERS = {
    "optimizer": frozenset(("state_dict",)),
    "scheduler": frozenset(("state_dict", "get_last_lr")),
    "scaler": frozenset(("state_dict", "get_scale")),
    "module": frozenset("state_dict parameters named_parameters buffers modules children eval train".split()),
}


def is_answer(kind: str, method: str) -> bool:
    """Whether a name is a method of such a value that is called for what it returns."""
    known = member("torch.Tensor", method) if kind == "tensor" else None
    return method in _ANSWERS.get(kind, ()) or (known is not None and known.kind == "method")


@cache
def returns_itself(method: str) -> bool:
    """Whether a method of modules returns the module: `to`, `eval`, `requires_grad_`."""
    known = member("torch.nn.Module", method)
    return known is not None and known.returns == "module" and method != "get_submodule"


# Settings with which a DataLoader raises if it has no workers, and what they are then, beside the text that is a
# `multiprocessing_context`. Each tried in torch 2.13; a `timeout` is only refused when the loader is iterated.
NEEDS_WORKERS: dict[str, tuple[type, ...]] = {
    "persistent_workers": (bool,),
    "prefetch_factor": (int,),
    "timeout": (int, float),
}
# The `prefetch_factor` that PyTorch took without workers as well while it was the default, until 2.0.
PREFETCH_BEFORE_2 = 2

# Attributes of a torch.nn.Module that PyTorch's documentation does not list.
UNDOCUMENTED_OF_MODULE = frozenset(("training", "extra_repr", "T_destination"))
# Functions that give an object, or a module, an attribute by its name.
SETS_BY_NAME = frozenset(
    "setattr __setattr__ register_buffer register_parameter add_module register_module set_submodule".split()
)
