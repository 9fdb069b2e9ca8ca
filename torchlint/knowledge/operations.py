"""What PyTorch's operations mean for a value, where its own tables are silent: by hand, one table per question."""

from __future__ import annotations

from torchlint.domain.values import LAYER

LOGISTIC = "sigmoid"
COMPLEMENT = "sigmoid-complement"  # 1 - sigmoid(x)
NEGATED = "sigmoid-negated"  # -sigmoid(x)
SOFTMAX = "softmax"
DUMMY = "dummy"  # made-up input
LOG_SOFTMAX = "log-softmax"

# What a function, method or module (by its last name) makes of its input's numbers.
MAKES = {
    "randn": DUMMY,
    "rand": DUMMY,
    "zeros": DUMMY,
    "ones": DUMMY,
    "sigmoid": LOGISTIC,
    "sigmoid_": LOGISTIC,
    "expit": LOGISTIC,
    "Sigmoid": LOGISTIC,
    "softmax": SOFTMAX,
    "Softmax": SOFTMAX,
    "Softmax2d": SOFTMAX,
    "log_softmax": LOG_SOFTMAX,
    "LogSoftmax": LOG_SOFTMAX,
    "logsigmoid": "log-sigmoid",
    "LogSigmoid": "log-sigmoid",
    "tanh": "tanh",
    "tanh_": "tanh",
    "relu_": "relu",
    "Tanh": "tanh",
    "relu": "relu",
    "ReLU": "relu",
    "Linear": LAYER,
    "LazyLinear": LAYER,
    "Bilinear": LAYER,
    "Conv1d": LAYER,
    "Conv2d": LAYER,
    "Conv3d": LAYER,
    "ConvTranspose1d": LAYER,
    "ConvTranspose2d": LAYER,
    "ConvTranspose3d": LAYER,
    "linear": LAYER,
    "bilinear": LAYER,
    "conv1d": LAYER,
    "conv2d": LAYER,
    "conv3d": LAYER,
    "conv_transpose1d": LAYER,
    "conv_transpose2d": LAYER,
    "conv_transpose3d": LAYER,
}

# What makes noise, by its last name: what a generator turns into samples.
NOISE = frozenset("randn rand randn_like rand_like normal uniform randint random standard_normal".split())

# What rearranges or selects numbers and leaves their meaning alone.
KEEPS = frozenset(
    """view reshape squeeze unsqueeze flatten permute transpose contiguous float double half bfloat16 to cuda cpu type
    clone t expand expand_as repeat narrow select index_select masked_select view_as reshape_as type_as squeeze_
    unsqueeze_ gather clamp clamp_ clip movedim swapaxes ravel unflatten detach requires_grad_ cat stack concat chunk
    split unbind nan_to_num clamp_min clamp_max data
    Flatten Unflatten Identity Dropout Dropout1d Dropout2d Dropout3d AlphaDropout dropout""".split()
)

# Queries: operations that compute something about a tensor, which nobody takes for a changed version of it. Those that
# return several tensors, and losses, are queries as well; `sort` is none, since a list sorts itself.
QUERIES = frozenset(
    """all any allclose amax amin argmax argmin argsort bincount bucketize cdist corrcoef cosine_similarity
    count_nonzero cov cumulative_trapezoid det dist dot eig eigvals eigvalsh einsum eq equal ge greater greater_equal gt
    hash_tensor histc inner isclose isfinite isin isinf isnan isneginf isposinf isreal kron le less less_equal logdet
    logical_and logical_or logical_xor logsumexp lt matmul matrix_norm matrix_rank max maximum mean median min minimum
    mm bmm mv multinomial nanmean nanmedian nanquantile nansum ne norm not_equal numel outer pairwise_distance pdist
    prod quantile searchsorted signbit std sum tensordot trace trapezoid trapz var vdot vecdot vector_norm""".split()
)

# Operations of which is asked whether backward comes through them.
WATCHED = frozenset("sqrt rsqrt sqrt_ where masked_fill".split())

# Losses of other packages by what they want as their first argument; those of PyTorch itself are in its table.
WANTS = {
    "torchvision.ops.sigmoid_focal_loss": "logits",
    "torchvision.ops.focal_loss.sigmoid_focal_loss": "logits",
}

# What writes a model down after a few runs of it.
EXPORTS = ("torch.onnx.export", "torch.jit.trace", "torch.jit.script", "torch.export.export")

# Module methods that return the module itself.
RETURN_SELF = frozenset(
    """to cuda cpu eval train half float double bfloat16 requires_grad_ apply type xpu share_memory to_empty
    compile""".split()
)

# What turns gradients off for a `with` block, a decorated function, or (set_grad_enabled) from here on.
GRAD_OFF = frozenset(
    """torch.no_grad torch.inference_mode torch.autograd.no_grad torch.autograd.grad_mode.no_grad
    torch.autograd.inference_mode torch.autograd.grad_mode.inference_mode""".split()
)

# Methods that are called for what they do, with nothing given to them, by what they are methods of.
METHODS_WITHOUT_ARGUMENTS = {
    "optimizer": frozenset(("step", "zero_grad")),
    "scheduler": frozenset(("step",)),
    "scaler": frozenset(("update",)),
    "module": frozenset("eval train zero_grad cuda cpu half float double".split()),
    "tensor": frozenset("backward detach_ zero_".split()),
}

# What applies one step after the other to each sample of a dataset.
COMPOSES = frozenset(("torchvision.transforms.Compose", "torchvision.transforms.v2.Compose"))

# Packages whose functions work on plain data: no tensors come out of them.
PLAIN = frozenset(
    """numpy math time os sys random json re sklearn scipy pandas cv2 PIL logging collections itertools glob pickle
    pathlib datetime matplotlib skimage imageio csv string argparse shutil""".split()
)

# What writes scalars for TensorBoard.
WRITERS = frozenset(
    """torch.utils.tensorboard.SummaryWriter torch.utils.tensorboard.writer.SummaryWriter tensorboardX.SummaryWriter
    tensorboardX.writer.SummaryWriter""".split()
)
