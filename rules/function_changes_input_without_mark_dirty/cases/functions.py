import torch
from torch.autograd import Function


class Marked(Function):
    @staticmethod
    def forward(ctx, x):
        x.clamp_(min=0)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad


class Unmarked(Function):
    @staticmethod
    def forward(ctx, x, low):
        x.clamp_(min=low)  # finding: caller's `x` without autograd
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Lost(Function):
    @staticmethod
    def forward(ctx, scores, target):
        scores[target] = 0.0  # finding: = scores.clone()`
        return scores.sum()

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Shifted(Function):
    @staticmethod
    def forward(x, out):
        torch.add(x, 1, out=out)  # finding: `out = out.clone()`
        return x + out

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.count = len(inputs)

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


class Copied(Function):
    @staticmethod
    def forward(ctx, x):
        x = x.clone()
        x[x < 0] = -1
        y = torch.empty_like(x)
        y.copy_(x)
        return y.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        grad[grad > 1] = 1
        return grad


class Running(Function):
    # a buffer, whose gradient nobody wants
    @staticmethod
    def forward(ctx, x, mean):
        mean.mul_(0.9).add_(x.mean(), alpha=0.1)
        mean.mul_(1.0)
        ctx.set_materialize_grads(False)
        return x - mean

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Asked(Function):
    """Sets what is no tensor."""

    @staticmethod
    def forward(ctx, x, seen):
        x.requires_grad_(False)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


class Filed(Function):
    """Leaves a note in a dict."""

    @staticmethod
    def forward(ctx, x, notes: dict, more):
        notes["size"] = x.numel()
        more[0] = x.shape
        more["mean"] = x.mean()
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None, {}
