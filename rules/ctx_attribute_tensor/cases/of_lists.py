"""What a run shows that reading does not: what looks like a tensor in the code may be another object."""

import torch


class Sizes:
    def numel(self):
        return 3


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, sizes):
        ctx.sizes = sizes  # finding: `ctx.sizes` keeps `sizes` in memory after backward, and autograd does not notice
        ctx.x = x  # finding: `ctx.x` keeps `x` in memory after backward, and autograd does not notice in-place changes
        return x * sizes.numel() + x.exp()

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.sizes.numel() + gradient * ctx.x.exp(), None


x = torch.ones(3, requires_grad=True)
Scaled.apply(x, Sizes()).sum().backward()
print(x.grad)
