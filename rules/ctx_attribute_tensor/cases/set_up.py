"""Contexts that `setup_context` fills, or that are called something else."""

import torch
from torch.autograd import Function


class Rounded(Function):
    @staticmethod
    def forward(x, low, high):
        return x.clamp(low, high).round()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, low, high = inputs
        ctx.low, ctx.high = low, high
        ctx.x = x  # finding: `ctx.x` keeps `x` in memory after backward
        ctx.output = output  # finding: the output `output`

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ((ctx.x >= ctx.low) & (ctx.x <= ctx.high)) * ctx.output.sign(), None, None


class Saved(Function):
    @staticmethod
    def forward(x, low):
        return x.clamp(low)

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, low = inputs
        ctx.save_for_backward(x, output)
        ctx.low, ctx.shape = low, output.shape

    @staticmethod
    def backward(ctx, gradient):
        x, _ = ctx.saved_tensors
        return gradient * (x > ctx.low), None


class Linear(Function):
    @staticmethod
    def forward(self, x: torch.Tensor, weight: torch.Tensor):
        self.both = (x, weight)  # finding: `self.both` keeps `x` in memory after backward
        return x @ weight.t()

    @staticmethod
    def backward(self, gradient):
        x, weight = self.both
        return gradient @ weight, gradient.t() @ x


class Square(Function):
    @staticmethod
    def forward(ctx, x: torch.Tensor, scale):
        ctx.sizes = {"rows": len(x), "scale": scale}
        ctx.given = {"x": x, "scale": scale}  # finding: `ctx.given` keeps `x` in memory after backward
        return x * x * scale

    @staticmethod
    def backward(ctx, gradient):
        return 2 * ctx.given["x"] * ctx.given["scale"] * gradient, None


class OfTheOldKind(Function):
    def forward(self, x: torch.Tensor):
        self.x = x
        return x.exp()
