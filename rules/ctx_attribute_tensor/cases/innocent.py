import torch
from torch import nn
from torch.autograd import Function


class Exponential(Function):
    @staticmethod
    def forward(ctx, x, scale, dims, table):
        result = x.exp() * scale
        ctx.save_for_backward(x, result)
        ctx.scale, ctx.shape, ctx.needs = scale, x.shape, x.requires_grad
        ctx.dims = dims
        ctx.table = table
        ctx.device = x.device
        workspace = x.new_empty(4)
        ctx.workspace = workspace  # neither an input nor an output
        mean = x.mean()
        ctx.mean = mean
        mean = mean * 2
        return result + mean

    @staticmethod
    def backward(ctx, gradient):
        x, result = ctx.saved_tensors
        ctx.gradient = gradient
        return gradient * result * ctx.scale, None, None, None


class Reversible(Function):
    """Frees what it keeps by itself, to use less memory than saved tensors do."""

    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.outputs = [y]
        ctx.x = x.detach()
        return y

    @staticmethod
    def backward(ctx, gradient):
        y = ctx.outputs.pop()
        return gradient * y


class Plain:
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y
        return y


class Model(nn.Module):
    def forward(self, x):
        y = torch.exp(x)
        self.last = y
        return y


class Again(Function):
    """Runs a function once more in backward, whose gradients follow those of what has none."""

    @staticmethod
    def forward(ctx, run, count, *inputs):
        ctx.run = run
        ctx.inputs = list(inputs)
        return run(*inputs)

    @staticmethod
    def backward(ctx, gradient):
        with torch.enable_grad():
            result = ctx.run(*ctx.inputs)
        found = torch.autograd.grad(result, ctx.inputs, gradient)
        del ctx.inputs
        return (None, None) + found
