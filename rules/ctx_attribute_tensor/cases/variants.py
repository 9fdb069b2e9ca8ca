import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd import Function


class Cube(Function):
    @staticmethod
    def forward(ctx, x, y: Tensor, scale):
        ctx.x = x  # finding: `ctx.x` keeps the input `x` after backward, and misses
        ctx.inputs = (y, scale)  # finding: keeps the input `y`
        ctx.scale, ctx.shape = scale, x.shape
        return x.pow(3) * y * scale

    @staticmethod
    def backward(ctx, gradient):
        y, scale = ctx.inputs
        return 3 * ctx.x.pow(2) * y * gradient, None, None


class Gate(Function):
    @staticmethod
    def forward(context, scores, values):
        shares = torch.sigmoid(scores)
        mixed = F.linear(values, shares)
        context.shares, context.mixed = shares, mixed
        context.kept = [mixed, shares]  # finding: the output `mixed`
        context.scores = scores  # finding: keeps the input `scores`
        return mixed, shares
