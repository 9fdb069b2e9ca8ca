"""Inputs under other names: as views, unpacked from the rest of the arguments, and in functions that change them."""

import torch
from torch.autograd import Function


def clip_(values, most):
    values.clamp_(max=most)
    return values


def clipped(values, most):
    return values.clamp(max=most)


def smooth(values, most):
    rows = values.view(-1)
    return clip_(rows, most)


class OfAView(Function):
    @staticmethod
    def forward(ctx, x, count):
        rows = x.view(x.size(0), -1)
        rows[count:] = 0  # finding: overwrites the caller's `x` without autograd knowing
        return rows.sum(1)

    @staticmethod
    def backward(ctx, grad):
        return grad[:, None], None


class OfACopy(Function):
    @staticmethod
    def forward(ctx, x, count):
        rows = x.clone().view(x.size(0), -1)
        rows[count:] = 0
        return rows.sum(1)

    @staticmethod
    def backward(ctx, grad):
        return grad[:, None], None


class Unpacked(Function):
    @staticmethod
    def forward(ctx, *args):
        x, count = args
        x[count:] = 0  # finding: the caller's `x`
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


class UnpackedBuffer(Function):
    @staticmethod
    def forward(ctx, *args):
        x, seen = args
        seen.add_(1)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


class ByFunction(Function):
    @staticmethod
    def forward(ctx, x):
        return clip_(x, 1.0) * 2  # finding: the caller's `x`

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class ByFunctions(Function):
    @staticmethod
    def forward(ctx, x):
        return smooth(x, 1.0) * 2  # finding: the caller's `x`

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class ByInnocentFunction(Function):
    @staticmethod
    def forward(ctx, x):
        return clip_(clipped(x, 1.0), 1.0) * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class Marking(Function):
    @staticmethod
    def mark(ctx, x):
        ctx.mark_dirty(x)


class MarksByBase(Marking):
    @staticmethod
    def forward(ctx, x):
        MarksByBase.mark(ctx, x)
        return clip_(x, 1.0)

    @staticmethod
    def backward(ctx, grad):
        return grad


x = torch.rand(4, 3)
print(OfAView.apply(x, 2), OfACopy.apply(x, 2), Unpacked.apply(x, 2), UnpackedBuffer.apply(x, torch.zeros(1)))
print(ByFunction.apply(x), ByFunctions.apply(x), ByInnocentFunction.apply(x), MarksByBase.apply(x))


def scaled(x, inplace=False):
    if inplace:
        return x.mul_(2)
    return x * 2


class CallsWithAFlag(torch.autograd.Function):
    """The function makes a new tensor unless it is told otherwise."""

    @staticmethod
    def forward(ctx, x):
        return scaled(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2
