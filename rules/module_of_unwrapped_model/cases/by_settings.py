"""DeepSpeed wraps the model of a single process, too."""

import torch
from accelerate import Accelerator, DeepSpeedPlugin
from torch import nn


def saved(config: str | None) -> None:
    plugin = DeepSpeedPlugin(hf_ds_config=config) if config is not None else None
    accelerator = Accelerator(deepspeed_plugin=plugin)
    model = accelerator.prepare(nn.Linear(4, 1))
    torch.save(model.module.state_dict(), "last.pt")  # suspected: fails with a single process, where accelerate wraps
