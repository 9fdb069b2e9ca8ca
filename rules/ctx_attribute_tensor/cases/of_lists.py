"""What a run shows that reading does not: what looks like a tensor in the code may be another object."""

import torch


class Sizes:
    def numel(self):
        return 3


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, sizes):
        ctx.sizes = sizes  # finding: keeps the input `sizes` # refuted
        ctx.x = x  # finding: keeps the input `x`
        return x * sizes.numel() + x.exp()

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.sizes.numel() + gradient * ctx.x.exp(), None


x = torch.ones(3, requires_grad=True)
Scaled.apply(x, Sizes()).sum().backward()
print(x.grad)
