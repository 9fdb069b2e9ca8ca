"""What PyTorch's operations mean for a value, where its own tables are silent: by hand, one table per question."""

from __future__ import annotations

from torchlint.model.values import LAYER

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

# What rearranges or selects numbers and leaves their meaning alone.
KEEPS = frozenset(
    """view reshape squeeze unsqueeze flatten permute transpose contiguous float double half bfloat16 to cuda cpu type
    clone t expand expand_as repeat narrow select index_select masked_select view_as reshape_as type_as squeeze_
    unsqueeze_ gather clamp clamp_ clip movedim swapaxes ravel unflatten detach requires_grad_ cat stack concat chunk
    split unbind nan_to_num clamp_min clamp_max data
    Flatten Unflatten Identity Dropout Dropout1d Dropout2d Dropout3d AlphaDropout dropout""".split()
)

# Losses by what they want as their first argument.
WANTS = {
    "torch.nn.BCELoss": "probabilities",
    "torch.nn.functional.binary_cross_entropy": "probabilities",
    "torch.nn.BCEWithLogitsLoss": "logits",
    "torch.nn.functional.binary_cross_entropy_with_logits": "logits",
    "torch.nn.MultiLabelSoftMarginLoss": "logits",
    "torch.nn.functional.multilabel_soft_margin_loss": "logits",
    "torch.nn.SoftMarginLoss": "logits",
    "torch.nn.functional.soft_margin_loss": "logits",
    "torchvision.ops.sigmoid_focal_loss": "logits",
    "torchvision.ops.focal_loss.sigmoid_focal_loss": "logits",
    "torch.nn.CrossEntropyLoss": "class logits",
    "torch.nn.functional.cross_entropy": "class logits",
    "torch.nn.NLLLoss": "log-probabilities",
    "torch.nn.functional.nll_loss": "log-probabilities",
}

# Modules without parameters: calling one is no forward of a model, and records a graph only for inputs that have one.
PARAMETERLESS = frozenset(
    """ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Softplus Softsign Tanh Tanhshrink Hardtanh Hardswish
    Hardsigmoid Hardshrink Softshrink Threshold GLU Sigmoid Softmax Softmax2d Softmin LogSoftmax LogSigmoid Identity
    Flatten Unflatten Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout Upsample
    UpsamplingNearest2d UpsamplingBilinear2d PixelShuffle PixelUnshuffle ChannelShuffle ZeroPad1d ZeroPad2d
    ZeroPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d
    ReplicationPad1d ReplicationPad2d ReplicationPad3d MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d
    AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d
    LPPool1d LPPool2d Fold Unfold CosineSimilarity PairwiseDistance""".split()
)

# Modules that always have parameters.
TRAINED = frozenset(
    """Linear LazyLinear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d
    LazyConv2d LazyConv3d Embedding EmbeddingBag LSTM GRU RNN LSTMCell GRUCell RNNCell MultiheadAttention Transformer
    TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer BatchNorm1d BatchNorm2d
    BatchNorm3d SyncBatchNorm LayerNorm GroupNorm RMSNorm PReLU""".split()
)

# Modules whose forward returns (output, state): position 0 carries the features, position 1 is not a result.
RECURRENT = frozenset(("LSTM", "GRU", "RNN", "MultiheadAttention", "LSTMCell"))

# Wrappers that behave like the module they are given.
WRAPPERS = frozenset(
    """torch.nn.DataParallel torch.nn.parallel.DataParallel torch.nn.parallel.DistributedDataParallel
    torch.distributed.fsdp.FullyShardedDataParallel torch.optim.swa_utils.AveragedModel torch.compile torch.jit.script
    torch.jit.trace torch.jit.freeze torch.nn.utils.spectral_norm torch.nn.utils.weight_norm
    torch.nn.utils.parametrizations.spectral_norm torch.nn.utils.parametrizations.weight_norm
    torch.nn.SyncBatchNorm.convert_sync_batchnorm apex.parallel.DistributedDataParallel
    torch_geometric.nn.DataParallel copy.deepcopy copy.copy""".split()
)

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

# Names from other packages that stand for a PyTorch loader, by how they end.
LOADER_ENDINGS = ("DataLoader", "NeighborLoader", "LinkNeighborLoader", "BucketIterator")

# What applies one step after the other to each sample of a dataset.
COMPOSES = frozenset(("torchvision.transforms.Compose", "torchvision.transforms.v2.Compose"))

# Packages whose functions work on plain data: no tensors come out of them.
PLAIN = frozenset(
    """numpy math time os sys random json re sklearn scipy pandas cv2 PIL logging collections itertools glob pickle
    pathlib datetime matplotlib skimage imageio csv string argparse shutil""".split()
)

# Steps that a framework calls for each batch (PyTorch Lightning's LightningModule hooks).
FRAMEWORK_STEPS = frozenset(("training_step", "validation_step", "test_step", "predict_step"))

# Steps that a framework calls with gradients already off (PyTorch Lightning's LightningModule hooks).
GRADLESS_STEPS = frozenset(
    """validation_step test_step predict_step on_validation_epoch_end on_test_epoch_end validation_epoch_end
    test_epoch_end on_validation_batch_end on_test_batch_end""".split()
)
