"""TorchScript, decorators, and old words of losses."""

import torch
import torchvision
from torch import nn
from torchvision.transforms import v2


@torch.jit.script  # finding: `torch.jit.script` is deprecated and warns; use `torch.compile`
def gate(x):
    return x.sigmoid() * x


class Scale(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd  # finding: use `torch.amp.custom_fwd` with `device_type="cuda"`
    def forward(ctx, x):
        return x * 2

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, grad):
        return grad * 2


def exported(model, x):
    return torch.jit.trace(model, x), torch.export.export(model, (x,))  # finding: `torch.jit.trace` is deprecated


def losses(x, y):
    old = nn.functional.mse_loss(x, y, reduction="elementwise_mean")  # finding: use `reduction="mean"`
    older = nn.L1Loss(size_average="elementwise_mean")(x, y)  # finding: use `reduction="mean"`
    return old, older, nn.L1Loss(reduction="mean")(x, y)


def transforms():
    tensor = v2.ToTensor()  # finding: `torchvision.transforms.v2.ToTensor` is deprecated and warns
    return tensor, v2.ToImage(), torchvision.transforms.ToTensor()
