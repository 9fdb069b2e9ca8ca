"""What the numbers of a tensor are, by the operation or layer that made them: probabilities, logits, noise."""

from __future__ import annotations

from functools import cache

from torchlint.domain.values import LAYER
from torchlint.knowledge.operations import VIEWS, Column, columns_of, has_column

LOGISTIC = "sigmoid"
COMPLEMENT = "sigmoid-complement"  # 1 - sigmoid(x)
NEGATED = "sigmoid-negated"  # -sigmoid(x)
SOFTMAX = "softmax"
DUMMY = "dummy"  # made-up input
LOG_SOFTMAX = "log-softmax"

# What the result of an operation or a layer is, by the column that says so.
_MEANINGS: dict[Column, str] = {
    "sigmoid": LOGISTIC,
    "softmax": SOFTMAX,
    "log-softmax": LOG_SOFTMAX,
    "log-sigmoid": "log-sigmoid",
    "tanh": "tanh",
    "relu": "relu",
    "affine": LAYER,
}
# Numbers that nobody measured.
_MADE_UP = frozenset(("randn", "rand", "zeros", "ones"))
# What rearranges, selects, moves or limits numbers and leaves their meaning alone.
_MEANING_KEPT: tuple[Column, ...] = (
    *VIEWS,
    "copy",
    "repeat",
    "gather",
    "join",
    "cast-float",
    "move",
    "clamp",
    "dropout",
)


@cache
def meaning_made(name: str) -> str:
    """What the numbers of an operation's or a layer's result are, by its last name; empty where that is not known."""
    if name in _MADE_UP:
        return DUMMY
    columns = columns_of(name) | columns_of(name, of="torch.nn")
    return next((meaning for column, meaning in _MEANINGS.items() if column in columns), "")


@cache
def keeps_meaning(name: str) -> bool:
    """Whether the result of an operation or a layer means the same as its input, by its last name."""
    return (
        has_column(name, *_MEANING_KEPT)
        or name in ("type", "type_as", "requires_grad_", "nan_to_num")
        or has_column(name, "reshape", "dropout", of="torch.nn")
    )


# What makes noise, by its last name: what a generator turns into samples.
NOISE = frozenset("randn rand randn_like rand_like normal uniform randint random standard_normal".split())

# What has one model trained by several processes, each with data of its own.
SPREADS = frozenset(
    "DistributedDataParallel MMDistributedDataParallel FullyShardedDataParallel fully_shard "
    "deepspeed.initialize".split()
)
# What is mentioned where the processes of a training are made one group.
MAKES_GROUP = frozenset(
    "init_process_group init_distributed init_distributed_mode init_distributed_device init_device_mesh Accelerator "
    "PartialState Fabric launch mp_launch".split()
)
# What is mentioned where the layers of one model are divided among processes.
DIVIDES_MODELS = frozenset(
    "parallelize_module ColwiseParallel RowwiseParallel ColumnParallelLinear tensor_parallel mpu PipelineStage "
    "PipelineModule".split()
)

# What is mentioned where batches get to the device by themselves: loaders and hooks that move them, default devices.
MOVES_BATCHES = frozenset(
    "prepare prepare_data_loader setup_dataloaders set_default_device set_default_tensor_type "
    "register_forward_pre_hook register_module_forward_pre_hook".split()
)

# Functions of libraries that seed PyTorch and the generators beside it with the very number that they are given:
# accelerate's and transformers' `set_seed`, lhotse's `fix_random_seed` (1.28), Lightning's `seed_everything` (2.5).
SEEDING_LIBRARIES = ("accelerate", "transformers", "lhotse", "pytorch_lightning", "lightning")
SEEDING_FUNCTIONS = (".set_seed", ".fix_random_seed", ".seed_everything")
