"""Queries about devices: synchronisation with the host, CUDA settings, checkpointing, reproducibility."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.devices.checkpointed_calls import checkpoints as checkpoints
    from torchlint.queries.devices.checkpointed_calls import has_running_statistics as has_running_statistics
    from torchlint.queries.devices.cpu_fallback import has_cpu_fallback as has_cpu_fallback
    from torchlint.queries.devices.cpu_fallback import mentions_devices as mentions_devices
    from torchlint.queries.devices.cpu_fallback import options_fall_back as options_fall_back
    from torchlint.queries.devices.cpu_fallback import program_has_cpu_fallback as program_has_cpu_fallback
    from torchlint.queries.devices.cuda_environment import late_variables as late_variables
    from torchlint.queries.devices.device_texts import cuda_index as cuda_index
    from torchlint.queries.devices.every_pass import is_in_every_pass as is_in_every_pass
    from torchlint.queries.devices.host_sync import waits as waits
    from torchlint.queries.devices.measured_code import instruments_in as instruments_in
    from torchlint.queries.devices.reproducibility import cudnn_conflicts as cudnn_conflicts
    from torchlint.queries.devices.reproducibility import other_seeds as other_seeds
    from torchlint.queries.devices.reproducibility import seeded_generator as seeded_generator
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
