"""Names of functions by what they do, for code in which only the name is sure: those of PyTorch, NumPy and images."""

from __future__ import annotations

# Which of two tensors is larger, as a function or method.
COMPARES = frozenset("gt ge lt le greater greater_equal less less_equal".split())
# What asks whether numbers are finite.
ASKS_FINITE = frozenset(("isnan", "isinf", "isfinite"))
# Methods of parameters that give the same ones, or others with the same numbers.
HANDS_ON_PARAMETERS = frozenset("to cuda cpu requires_grad_ detach clone".split())
# What may make one dimension of all.
FLATTENS = frozenset(("flatten", "ravel", "view", "reshape"))
# Tensors with the numbers that were in memory; the second ones only where they are given sizes.
UNINITIALISED = frozenset(("torch.empty", "torch.empty_like", "torch.empty_strided"))
UNINITIALISED_BY_SIZES = frozenset(("torch.Tensor", "torch.FloatTensor", "torch.cuda.FloatTensor"))
# What takes angles; and what makes frequencies of numbers that are no angles yet.
TAKES_ANGLES = frozenset(("sin", "cos", "polar"))
MAKES_FREQUENCIES = frozenset(("exp", "pow", "exp2", "float_power"))
# Products of two factors beside those of matrices.
MULTIPLIES = frozenset(("mul", "multiply", "ger"))
# What limits gradients, as a function of PyTorch's or a method of a sharded model.
CLIPS_GRADIENTS = frozenset(("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm"))
# Methods of a module that give it another type.
CASTS_MODULE = frozenset(("_apply", "to", "half", "bfloat16"))
# Methods of a module that move it to another device.
MOVES_MODULE = frozenset(("cpu", "cuda"))
# What gives a model, or a copy of it, the statistics of its batch norms.
GIVES_STATISTICS = frozenset(("buffers", "named_buffers", "update_bn", "running_mean"))
# Methods that mix the weights of a model into their average at each call.
UPDATES_AVERAGE = frozenset(
    ("diffusers.EMAModel.step", "timm.ModelEma.update", "timm.ModelEmaV2.update", "timm.ModelEmaV3.update")
)
JOINS = frozenset(("cat", "concat", "concatenate", "hstack", "vstack"))
# What takes a device, by its first argument (`to`) or as `device=`.
TAKES_DEVICE = frozenset("to tensor as_tensor zeros ones rand randn empty full arange".split())
DRAWS = frozenset("rand rand_like random uniform bernoulli bernoulli_ randn randn_like".split())
RESIZES = ("interpolate", "upsample", "resize", "zoom")
# Class methods of libraries that make an object of the class that they are called on.
MAKES_OWN_OBJECT = frozenset("from_pretrained from_config _from_config load_from_checkpoint".split())
# What makes an array or tensor of labels another kind of object, with the same numbers.
WRAPS_LABELS = frozenset("array asarray from_numpy tensor as_tensor LongTensor stack round rint around squeeze".split())
# What does so with weights, or changes each of them alone.
WRAPS_WEIGHTS = frozenset(
    "tensor as_tensor Tensor FloatTensor DoubleTensor from_numpy array asarray list tuple float double "
    "to numpy tolist cpu clamp clip reciprocal sqrt detach clone astype type maximum minimum power pow log "
    "log1p".split()
)
# What gives the path of a file that it has fetched, besides functions with `download` in their names.
FETCHES = frozenset(("cached_path", "cached_file", "urlretrieve"))
# What writes checkpoints while a Trainer of Lightning fits.
SAVING_CALLBACK = "ModelCheckpoint"
# What keeps the state of a generator, and gives it back.
KEEPS_STATES = frozenset(
    ("fork_rng", "get_rng_state", "set_rng_state", "getstate", "setstate", "get_state", "set_state")
)
# Parts of the names of functions that write a checkpoint, or keep the weights in memory.
KEEPS_WEIGHTS = ("save", "checkpoint", "ckpt", "state_dict", "deepcopy")
# Samplers that draw the samples, the first one unless `shuffle=False` is given.
DRAWING_SAMPLERS = frozenset(("DistributedSampler", "RandomSampler", "WeightedRandomSampler", "SubsetRandomSampler"))
# What gives parts of a dataset.
DIVIDES_DATA = frozenset(("random_split", "train_test_split", "Subset", "SubsetRandomSampler"))
# Modules for `pickle_module=` that run whatever a file says.
UNPICKLERS = frozenset(("pickle", "_pickle", "dill", "cloudpickle"))
# What makes a tensor of numbers, lists or arrays.
FROM_DATA = frozenset(
    f"torch.{name}" for name in "tensor as_tensor Tensor FloatTensor DoubleTensor LongTensor IntTensor".split()
)
# Methods and attributes that exchange the dimensions of a matrix.
TURNS = frozenset(("transpose", "permute", "swapaxes", "mT", "T", "t"))
# Methods that give a tensor on another device, or of another type.
MOVES_TENSORS = ("torch.Tensor.to", "torch.Tensor.cuda", "torch.Tensor.type_as")
# What is read of a tensor, and of no device or dtype.
READ_OF_TENSORS = frozenset("shape size device dim view reshape unsqueeze ndim".split())
# Attributes that number a process among those of all machines, and the ones that number it on its own machine.
PROCESS_INDICES = {"accelerate.Accelerator.process_index": "local_process_index"}
# What counts or sums up the elements of a tensor, or of a container.
COUNTS = frozenset("sum any all numel nelement count_nonzero max".split())
# What makes one number of many.
AVERAGES = frozenset("mean average nanmean fmean median".split())
# Methods of a module that give out its weights one by one.
LISTS_WEIGHTS = frozenset("parameters named_parameters buffers named_buffers".split())
# Those that name its parts, and what asks for one name of them.
LISTS_NAMES = frozenset("state_dict named_parameters named_buffers named_modules named_children".split())
# What reads weights from a file.
READS_STATE = frozenset(("torch.load", "torch.hub.load_state_dict_from_url", "safetensors.torch.load_file"))
ASKS_FOR_A_NAME = frozenset("hasattr get_parameter get_submodule get_buffer".split())
# What asks for the process group, and raises where there is none, besides the collectives.
NEEDS_A_GROUP = frozenset(
    (
        "torch.distributed.destroy_process_group",
        "torch.distributed.get_rank",
        "torch.distributed.get_world_size",
        "torch.nn.parallel.DistributedDataParallel",
    )
)
# The same, unless they are given the rank and the number of ranks.
DISTRIBUTED_SAMPLERS = frozenset(
    ("torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler")
)
# Methods that change a gradient in place, and leave no zeros: `p.grad.clamp_(-1, 1)`.
CHANGES_IN_PLACE = frozenset("clamp_ clamp_min_ clamp_max_ clip_ add_ div_ nan_to_num_".split())
# Samplers that go through a whole dataset, each process through its share of it.
SAMPLERS_OF_ALL = frozenset(("DistributedSampler", "RandomSampler", "SequentialSampler"))

# Builtins that take the elements of what they are given.
TAKES_ELEMENTS = frozenset("len zip tuple list set sorted enumerate iter any all sum max min".split())
# What says of a class attribute how the object's own is made.
MAKES_FIELD = frozenset("dataclasses.field attrs.field attr.field attr.ib pydantic.Field".split())
# What goes over something once, and gives what is in it.
PASSES_BATCHES = frozenset(("iter", "enumerate", "tqdm"))
# What makes a tensor, or a tuple of them, of what it is given.
HOLDS_TENSORS = frozenset(("Variable", "tuple", "list"))
# Attributes of tokenizers and configurations: ids of tokens, None where there is no such token.
TOKEN_IDS = frozenset(
    f"{name}_token_id" for name in ("pad", "eos", "bos", "unk", "cls", "sep", "mask", "decoder_start")
)
# Attributes and methods that tell something about a tensor, and keep nothing of it.
ASKS_A_TENSOR = frozenset(("data", "shape", "dtype", "device", "size", "dim"))
# What turns, multiplies or sums up the rows of a matrix.
COMBINES_ROWS = frozenset("t T mT transpose permute mm matmul bmm einsum mul sum".split())
# Methods of PyTorch's schedulers that leave the learning rates as they are.
LEAVES_RATES = frozenset(("get_last_lr", "get_lr", "print_lr", "state_dict", "load_state_dict"))

# Decorators after which a function is called with the same arguments, and returns what it returns: by their last names.
SAME_CALLS = frozenset(
    """no_grad enable_grad inference_mode set_grad_enabled autocast custom_fwd custom_bwd record staticmethod override
    final ignore unused""".split()
)

# What reads a clock that goes on while the processor waits.
CLOCKS = (
    *(f"time.{name}" for name in "time time_ns perf_counter perf_counter_ns monotonic monotonic_ns".split()),
    "timeit.default_timer",
)
# Transforms that give real numbers, by what tells them the length: of several dimensions, the last is halved.
INVERSES_OF_REAL = {"torch.fft.irfft": "n", "torch.fft.irfft2": "s", "torch.fft.irfftn": "s"}

# By what code reaches the weights of a layer that it has made.
REACHES_WEIGHTS = frozenset(("weight", "bias", "data", "load_state_dict", "parameters", "requires_grad_"))
