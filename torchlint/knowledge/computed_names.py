"""What a module of a library has under a name that a program computes: `getattr(models, name)`."""

from __future__ import annotations

# By the module: a name of the library that stands for each that a program may choose and call.
STANDS_FOR = {
    "torch": "torch.clone",  # a function of a tensor, such as "sum" or "prod"
    "torch.nn.init": "torch.nn.init.normal_",
    "torch.optim": "torch.optim.Optimizer",
    "torch.optim.lr_scheduler": "torch.optim.lr_scheduler.LRScheduler",
    "torchvision.models": "torchvision.models.get_model",
    "torchvision.models.quantization": "torchvision.models.get_model",
    "torchvision.models.segmentation": "torchvision.models.get_model",
    "torchvision.models.video": "torchvision.models.get_model",
}
