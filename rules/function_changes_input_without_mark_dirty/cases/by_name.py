"""Functions in place that are not called as methods."""

import torch
import torch.nn.functional as F
from torch.autograd import Function


class Rectify(Function):
    @staticmethod
    def forward(ctx, x):
        torch.relu_(x)  # finding: this overwrites the caller's `x`
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (y > 0)


class RectifyCopy(Function):
    @staticmethod
    def forward(ctx, x):
        y = F.relu_(x.clone())
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (y > 0)


class Limit(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.inside = (x >= low) & (x <= high)
        x.data.clamp_(low, high)  # finding: this overwrites the caller's `x`
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.inside, None, None
