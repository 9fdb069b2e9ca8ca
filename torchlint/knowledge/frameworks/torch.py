"""PyTorch's own callables, beside what the generated table says of their types."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, each

MODEL = LibraryModel(
    ("torch",),
    calls=each(
        """nn.DataParallel parallel.DataParallel DistributedDataParallel FullyShardedDataParallel fully_shard
        swa_utils.AveragedModel torch.compile jit.script jit.trace jit.freeze utils.spectral_norm utils.weight_norm
        parametrizations.spectral_norm parametrizations.weight_norm SyncBatchNorm.convert_sync_batchnorm""",
        FIRST,
    ),
)
