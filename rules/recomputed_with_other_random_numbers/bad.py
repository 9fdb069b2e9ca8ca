"""A block whose activations are computed anew in the backward pass, by a Function of the program's own."""

import torch
from torch import nn


class Recomputed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, block, rows, *weights):
        ctx.block, ctx.weights = block, weights
        ctx.save_for_backward(rows)
        with torch.no_grad():
            return block(rows)

    @staticmethod
    def backward(ctx, grad):
        rows = ctx.saved_tensors[0].detach().requires_grad_()
        with torch.enable_grad():
            again = ctx.block(rows)  # finding: dropout in `ctx.block(rows)` draws other numbers than in `forward`, so
        return None, *torch.autograd.grad(again, (rows, *ctx.weights), grad)


torch.manual_seed(0)
block = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Dropout(0.5))
rows = torch.ones(1, 16, requires_grad=True)
out = Recomputed.apply(block, rows, *block.parameters())
out.sum().backward()
kept, learned = out[0] > 0, block[0].bias.grad > 0
print(f"{int((kept & ~learned).sum())} of {int(kept.sum())} outputs that were kept get no gradient")
print(f"{int((learned & ~kept).sum())} that were dropped get one")
