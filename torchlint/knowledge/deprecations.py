"""What PyTorch has given up: names that still work and warn, and names that fail; as torch 2.13 itself says."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from torchlint.knowledge.deprecation_table import Row, argument_rows, row
from torchlint.knowledge.successors import successor
from torchlint.project.requirements import Version

# When other libraries had given a name up, by the PyTorch of that time: whoever stays with an older one has both.
SCIPY_1_3: Version = (1, 2)
TORCHVISION_0_14: Version = (1, 13)


# How the arguments of a call change that gets another name: all positional ones become one list; the second is the
# keyword `upper`, or `some` which is `mode` now; the end is included, and is one more from then on.
Form = Literal["", "one list", "keyword upper", "mode of qr", "included end"]


class Change(NamedTuple):
    """Since when (at the latest) a name is given up, what to write for it, and since when that is there."""

    since: Version
    instead: str
    exists: Version = (0, 4)
    rename: str = ""  # a documented name that computes the same with the same arguments
    first: str = ""  # the argument that the renamed call wants before the others
    positional: str = ""  # the keyword that its first positional argument is from then on
    form: Form = ""  # how the arguments change otherwise
    is_same: bool = True  # whether the renamed call certainly computes the same
    happens: str = "is deprecated and warns"  # what is wrong with it
    package: str = "torch"  # the package whose versions these are
    until: Version | None = None  # since when the name is there again


def _underscored(names: str) -> dict[str, Change]:
    """The in-place functions of torch.nn.init, which have ended in an underscore since 0.4."""
    made = {}
    for name in names.split():
        new = f"torch.nn.init.{name}_"
        made[f"torch.nn.init.{name}"] = Change((0, 4), f"use `{new}`", rename=new)
    return made


def _of_sharded_models() -> dict[str, Change]:
    """The methods that say in which form FullyShardedDataParallel gives its state dicts; they have warned since 2.4."""
    places = ("torch.distributed.fsdp", "torch.distributed.fsdp.fully_sharded_data_parallel")
    change = Change(
        (2, 4), "use `get_state_dict` and `set_state_dict` of `torch.distributed.checkpoint.state_dict`", (2, 2)
    )
    methods = ("state_dict_type", "set_state_dict_type")
    return {f"{place}.FullyShardedDataParallel.{method}": change for place in places for method in methods}


def _of_typed_storages() -> dict[str, Change]:
    """What makes a typed storage of bytes; it has warned since 2.0."""
    change = Change((2, 0), "use `torch.frombuffer`, which returns a tensor", (1, 10))
    return {f"torch.{name}Storage.from_buffer": change for name in ("Byte", "Char", "Float", "Int", "Long")}


def _of_functorch() -> dict[str, Change]:
    """What functorch had before PyTorch took it over as `torch.func`; it has warned since 2.0."""
    names = "functionalize grad grad_and_value hessian jacfwd jacrev jvp vjp vmap".split()
    made = {f"functorch.{name}": _renamed((2, 0), f"torch.func.{name}") for name in names}
    for name in ("make_functional", "make_functional_with_buffers"):
        made[f"functorch.{name}"] = Change((2, 0), "use `torch.func.functional_call`", (2, 0))
    made["functorch.combine_state_for_ensemble"] = Change((2, 0), "use `torch.func.stack_module_state`", (2, 0))
    return made


def _renamed(since: Version, new: str, exists: Version | None = None) -> Change:
    """The row of a name that has become another one, with the same arguments."""
    return Change(since, f"use `{new}`", exists or since, new)


def _of_collate() -> dict[str, Change]:
    """Functions of a module that PyTorch keeps to itself, which have public names since 1.11."""
    happens = "is private to PyTorch"
    return {
        f"torch.utils.data._utils.collate.{name}": Change(
            (1, 11), f"use `torch.utils.data.{name}`", (1, 11), f"torch.utils.data.{name}", happens=happens
        )
        for name in ("default_collate", "default_convert")
    }


def _of_script() -> dict[str, Change]:
    """The makers of TorchScript, which have warned since 2.10."""
    instead = "use `torch.compile`, or `torch.export.export` to save a program"
    return {f"torch.jit.{name}": Change((2, 10), instead, (2, 1)) for name in ("script", "trace", "trace_module")}


# Calls that work and warn.
DEPRECATED: dict[str, Change] = {
    "torch.cuda.amp.autocast": Change(
        (2, 4), 'use `torch.amp.autocast("cuda")`', (1, 10), "torch.amp.autocast", '"cuda"', "enabled"
    ),
    "torch.cpu.amp.autocast": Change(
        (2, 4), 'use `torch.amp.autocast("cpu")`', (1, 10), "torch.amp.autocast", '"cpu"', "enabled"
    ),
    "torch.cuda.amp.GradScaler": Change(
        (2, 4), 'use `torch.amp.GradScaler("cuda")`', (2, 3), "torch.amp.GradScaler", '"cuda"'
    ),
    "torch.cpu.amp.GradScaler": Change(
        (2, 4), 'use `torch.amp.GradScaler("cpu")`', (2, 3), "torch.amp.GradScaler", '"cpu"'
    ),
    **{
        f"torch.cuda.amp.{name}": Change(
            (2, 4),
            f'use `torch.amp.{name}` with `device_type="cuda"`',
            (2, 4),
            f"torch.amp.{name}",
            'device_type="cuda"',
        )
        for name in ("custom_fwd", "custom_bwd")
    },
    "torch.nn.utils.clip_grad_norm": Change(
        (0, 4), "use `torch.nn.utils.clip_grad_norm_`", rename="torch.nn.utils.clip_grad_norm_"
    ),
    "torch.nn.utils.weight_norm": Change(
        (2, 2), "use `torch.nn.utils.parametrizations.weight_norm`, which renames state dict entries", (2, 0)
    ),
    "torch.nn.NLLLoss2d": Change((0, 4), "use `torch.nn.NLLLoss`", rename="torch.nn.NLLLoss"),
    "torch.nn.functional.upsample": Change(
        (0, 4), "use `torch.nn.functional.interpolate`", (0, 4), rename="torch.nn.functional.interpolate"
    ),
    "torch.nn.functional.upsample_nearest": Change(
        (0, 4), "use `torch.nn.functional.interpolate`", (0, 4), rename="torch.nn.functional.interpolate"
    ),
    "torch.nn.functional.upsample_bilinear": Change(
        (0, 4), 'use `torch.nn.functional.interpolate` with `mode="bilinear", align_corners=True`'
    ),
    "torch.set_default_tensor_type": Change(
        (2, 1), "use `torch.set_default_dtype` and `torch.set_default_device`", (2, 0)
    ),
    "torch.testing.assert_allclose": Change((1, 12), "use `torch.testing.assert_close`", (1, 9)),
    "torch.backends.cuda.sdp_kernel": Change((2, 3), "use `torch.nn.attention.sdpa_kernel`", (2, 3)),
    "torch.cuda.memory_cached": Change(
        (1, 4), "use `torch.cuda.memory_reserved`", (1, 4), "torch.cuda.memory_reserved"
    ),
    "torch.cuda.max_memory_cached": Change(
        (1, 4), "use `torch.cuda.max_memory_reserved`", (1, 4), "torch.cuda.max_memory_reserved"
    ),
    "torch.qr": Change((1, 9), "use `torch.linalg.qr`", (1, 8), "torch.linalg.qr", form="mode of qr"),
    "torch.cholesky": Change(
        (1, 9), "use `torch.linalg.cholesky`", (1, 10), "torch.linalg.cholesky", form="keyword upper"
    ),
    "torch.range": Change(
        (0, 4), "use `torch.arange`, which excludes the end", rename="torch.arange", form="included end"
    ),
    "torch.chain_matmul": Change(
        (1, 10), "use `torch.linalg.multi_dot`", (1, 8), "torch.linalg.multi_dot", form="one list"
    ),
    "torch.ger": Change(
        (1, 7), "use `torch.outer`", (1, 7), "torch.outer", happens="is deprecated and will be removed"
    ),
    "torch.utils._pytree._register_pytree_node": _renamed((2, 2), "torch.utils._pytree.register_pytree_node")._replace(
        is_same=False
    ),
    "torchvision.transforms.v2.ToTensor": Change(
        (2, 1), "use `v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])`", (2, 1)
    ),
    "torch.lu": Change((1, 12), "use `torch.linalg.lu_factor`", (1, 12)),
    "torch.lu_solve": Change((1, 13), "use `torch.linalg.lu_solve`", (1, 13)),
    "torch.triangular_solve": Change((1, 12), "use `torch.linalg.solve_triangular`", (1, 11)),
    **_underscored(
        """uniform normal constant eye dirac xavier_uniform xavier_normal kaiming_uniform kaiming_normal
        orthogonal sparse"""
    ),
    **_of_sharded_models(),
    **_of_typed_storages(),
    **_of_functorch(),
    **_of_collate(),
    **_of_script(),
}

_BY_PAGE = "is deprecated in the documentation, but does not warn"
# Calls that work and do not warn, and that their pages call deprecated.
DOCUMENTED: dict[str, Change] = {
    "torch.norm": Change(
        (1, 7), "use `torch.linalg.vector_norm` or `torch.linalg.matrix_norm`", (1, 10), happens=_BY_PAGE
    ),
    "torch.svd": Change((1, 8), "use `torch.linalg.svd`, which returns `Vh` instead of `V`", (1, 8), happens=_BY_PAGE),
    "torch.nn.UpsamplingNearest2d": Change(
        (0, 4),
        'use `torch.nn.Upsample` with `mode="nearest"`',
        rename="torch.nn.Upsample",
        first='mode="nearest"',
        is_same=False,  # to `isinstance`
        happens=_BY_PAGE,
    ),
    "torch.nn.UpsamplingBilinear2d": Change(
        (0, 4),
        'use `torch.nn.Upsample` with `mode="bilinear", align_corners=True`',
        rename="torch.nn.Upsample",
        first='mode="bilinear", align_corners=True',
        is_same=False,
        happens=_BY_PAGE,
    ),
}


def deprecation(name: str) -> Change | None:
    """Since when a name is deprecated, and what to write for it; None for one that is not, or that is gone."""
    if (change := DEPRECATED.get(name)) is not None or name in _ONLY_MADE:
        return change
    known = row(name)
    return _of_row(known, name) if known is not None and known.gone is None else None


def deprecated_arguments(function: str) -> dict[str, Change]:
    """The arguments of a function that it warns of, without those that are looked at more closely."""
    rows = argument_rows(function).items()
    return {name: _of_row(known) for name, known in rows if known.gone is None and not name.startswith("pretrained")}


def removed_arguments(function: str) -> dict[str, Change]:
    """The arguments of a function that it does not take any more: since when, and what to write."""
    found = {}
    for name, known in argument_rows(function).items():
        if known.gone is not None:
            change = _of_row(known, f"{function}({name})")
            rename = known.successor if known.successor.isidentifier() else ""
            found[name] = change._replace(since=known.gone, rename=rename)
    return found


def removal(name: str) -> Change | None:
    """Since when a name that warned before is gone, of those that are in no table here."""
    known = row(name) if name not in REMOVED else None
    if known is None or known.gone is None:
        return None
    return _of_row(known, name)._replace(since=known.gone)


def _of_row(known: Row, name: str = "") -> Change:
    instead = f"use `{known.successor}`" if known.successor else successor(name)
    if instead is None and name.endswith(")"):
        instead = "remove it"
    if instead is None:
        warns = "the warning of earlier versions" if known.gone else "its warning"
        instead = f"see {warns} for what to use"
    return Change(known.since, instead, known.since, package=known.package)


# Classes that warn when they are made as they are: people derive from them.
_ONLY_MADE = frozenset(("torch.autograd.Function", "torch.autograd.function.Function"))


# The place of the epoch in `step` of schedulers that warn when they are given one. CosineAnnealingWarmRestarts takes
# fractions of epochs and does not warn; SequentialLR and ChainedScheduler take none.
STEPPED_BY_EPOCHS = {
    **{
        f"torch.optim.lr_scheduler.{name}": 0
        for name in (
            "LambdaLR MultiplicativeLR StepLR MultiStepLR ConstantLR LinearLR ExponentialLR CosineAnnealingLR CyclicLR"
            " OneCycleLR PolynomialLR"
        ).split()
    },
    "torch.optim.lr_scheduler.ReduceLROnPlateau": 1,
}

# Schedulers whose `get_lr` takes the rate in use one step further; each tried in torch 2.13. Of StepLR, MultiStepLR
# and ConstantLR it does so only where a rate has just changed. The others compute the rate in use. A `last_epoch` that
# is assigned leaves the rates of all of them where they are, and they go on from there.
STEPPED_BY_GET_LR = frozenset(
    f"torch.optim.lr_scheduler.{name}"
    for name in (
        "MultiplicativeLR StepLR MultiStepLR ConstantLR LinearLR ExponentialLR CosineAnnealingLR PolynomialLR"
    ).split()
)

# Factories of libraries that make LambdaLRs, whose `get_lr` is PyTorch's.
MAKES_LAMBDA_LR = re.compile(r"\bget_\w*schedule\w*$")

# Names that work and warn, and are used other than by a call.
DEPRECATED_NAMES: dict[str, Change] = {
    "torch.distributed.reduce_op": Change(
        (1, 0), "use `torch.distributed.ReduceOp`", (1, 0), "torch.distributed.ReduceOp"
    ),
}

# Arguments that a call has to be given by now, or it warns: the keyword, its place, what to pass, and whether that
# computes the same.
UNSAID: dict[str, tuple[str, int, str, Change, bool]] = {
    "torch.meshgrid": ("indexing", -1, 'indexing="ij"', Change((1, 10), "", (1, 10)), True),
    "torch.nn.functional.grid_sample": (
        "align_corners",
        4,
        "align_corners=False",
        Change((1, 3), "", (1, 3)),
        True,
    ),
    "torch.nn.functional.affine_grid": ("align_corners", 2, "align_corners=False", Change((1, 3), "", (1, 3)), True),
    "torch.utils.checkpoint.checkpoint": (
        "use_reentrant",
        -1,
        "use_reentrant=False",
        Change((2, 1), "", (1, 11)),
        False,
    ),
    "torch.utils.checkpoint.checkpoint_sequential": (
        "use_reentrant",
        -1,
        "use_reentrant=False",
        Change((2, 2), "", (2, 2)),
        False,
    ),
}

# Softmaxes that guess their dimension: 0 for tensors of one or three dimensions, else 1.
GUESSING = {
    **{f"torch.nn.functional.{name}": 1 for name in ("softmax", "log_softmax", "softmin")},
    **{f"torch.nn.{name}": 0 for name in ("Softmax", "LogSoftmax", "Softmin")},
}

# Methods whose first numbers are the factors of what follows, `p.add_(-lr, grad)`; since 1.5 they are keywords.
# How many tensors follow, and the keywords; of two factors, the second one may be left out. Each tried in torch 2.13.
SCALED: dict[str, tuple[int, tuple[str, ...]]] = {
    **dict.fromkeys(("add", "add_", "sub", "sub_"), (1, ("alpha",))),
    **dict.fromkeys(("addcmul", "addcmul_", "addcdiv", "addcdiv_"), (2, ("value",))),
    **{
        name + ending: (2, ("beta", "alpha"))
        for name in ("addmm", "addmv", "addbmm", "baddbmm", "addr")
        for ending in ("", "_")
    },
}

# Calls that fail.
REMOVED: dict[str, Change] = {
    "torch.symeig": Change((2, 0), "use `torch.linalg.eigh`", (1, 8)),
    "torch.eig": Change((2, 0), "use `torch.linalg.eig`", (1, 9)),
    "torch.lstsq": Change((2, 0), "use `torch.linalg.lstsq` with the arguments swapped", (1, 9)),
    "torch.solve": Change((2, 0), "use `torch.linalg.solve` with the arguments swapped", (1, 8)),
    "torch.matrix_rank": Change((2, 0), "use `torch.linalg.matrix_rank`", (1, 8)),
    "torch.fft": Change((1, 8), "use `torch.fft.fft`", (1, 7)),
    "torch.ifft": Change((1, 8), "use `torch.fft.ifft`", (1, 7)),
    "torch.rfft": Change((1, 8), "use `torch.fft.rfft`", (1, 7)),
    "torch.irfft": Change((1, 8), "use `torch.fft.irfft`", (1, 7)),
    "torch.gels": Change((1, 8), "use `torch.linalg.lstsq`", (1, 9)),
    "torch.gesv": Change((1, 8), "use `torch.linalg.solve`", (1, 8)),
    "torch.potrf": Change((1, 8), "use `torch.linalg.cholesky`", (1, 8)),
    "torch.btrifact": Change((1, 8), "use `torch.linalg.lu_factor`", (1, 12)),
    "torch.set_deterministic": Change((2, 0), "use `torch.use_deterministic_algorithms`", (1, 8)),
    "torch.is_deterministic": Change((2, 0), "use `torch.are_deterministic_algorithms_enabled`", (1, 8)),
    "torchvision.transforms.Scale": Change(
        TORCHVISION_0_14, "use `torchvision.transforms.Resize`", rename="torchvision.transforms.Resize"
    ),
    "torchvision.transforms.RandomSizedCrop": Change(
        TORCHVISION_0_14,
        "use `torchvision.transforms.RandomResizedCrop`",
        rename="torchvision.transforms.RandomResizedCrop",
    ),
    "scipy.misc.imresize": Change(SCIPY_1_3, "use `PIL.Image.resize`"),
    "scipy.misc.imread": Change(SCIPY_1_3, "use `imageio.imread`"),
    "scipy.misc.imsave": Change(SCIPY_1_3, "use `imageio.imwrite`"),
}

# Those of them whose name is that of a module today: only a call of it fails.
MODULES_NOW = frozenset(("torch.fft",))

# Modules and names that can't be imported any more.
UNIMPORTABLE: dict[str, Change] = {
    "torch._six": Change((2, 0), "use Python's own names, such as `str` and `float('inf')`"),
    "torch.legacy": Change((1, 0), "use `torch.nn`"),
    "torch.utils.ffi": Change((1, 0), "use `torch.utils.cpp_extension`"),
    "torch.nn._functions": Change((2, 0), "use `torch.nn.functional`"),
    "torch.autograd.gradcheck.zero_gradients": Change((2, 0), "set `x.grad` to `None`"),
    "torch.utils.serialization.load_lua": Change((1, 0), "use `torchfile`"),
    "torch.onnx._export": Change((2, 13), "use `torch.onnx.export`"),
    # Not in torchvision 0.12, which came with PyTorch 1.11.
    "torchvision.models.utils": Change((1, 11), "use `torch.hub.load_state_dict_from_url`"),
    # Removed in torchvision 0.17, which came with PyTorch 2.2.
    "torchvision.transforms.functional_tensor": Change((2, 2), "import from `torchvision.transforms.functional`"),
    "torchvision.transforms.functional_pil": Change((2, 2), "import from `torchvision.transforms.functional`"),
    # Said to go in torchvision 0.15, which came with PyTorch 2.0.
    **{
        f"torchvision.models.{name}.model_urls": Change(
            (2, 0), "use the `url` of its weights, such as `ResNet50_Weights.DEFAULT.url`"
        )
        for name in "alexnet densenet googlenet inception mobilenet resnet shufflenetv2 squeezenet vgg".split()
    },
}

# What makes a tensor, and took `names` while tensors had them.
NAMED = frozenset(f"torch.{name}" for name in "empty full ones rand randn tensor zeros".split())
# Methods that only tensors with names had.
OF_NAMED = frozenset("refine_names align_to align_as rename_".split())
