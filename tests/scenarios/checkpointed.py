"""Activations recomputed in the backward, and autograd Functions of its own."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        gate = torch.sigmoid(x)
        return gradient * (gate + x * gate * (1 - gate))


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # confirmed by ctx-attribute-tensor
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        return 2 * gradient * ctx.x


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.factor, None


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, width), nn.LayerNorm(width))

    def forward(self, x):
        return x + Scale.apply(Swish.apply(self.net(x)), 0.5)


class Deep(nn.Module):
    def __init__(self, width=16, depth=4):
        super().__init__()
        self.stem = nn.Linear(8, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = self.stem(x)
        for block in self.blocks:
            h = checkpoint(block, h, use_reentrant=False)
        return self.head(Square.apply(h))


def main():
    torch.manual_seed(11)
    model = Deep()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    seen, plain = 0.0, 0.0
    for _ in range(12):
        x = torch.randn(16, 8)
        loss = (model(x) - x.sum(1, keepdim=True)).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        seen += loss  # confirmed by loss-accumulates-graph
        plain += loss.item()  # refuted(retained_graph): no graph
    print(f"{seen.item():.5f} {plain:.5f}", model.stem.weight.grad is not None)


if __name__ == "__main__":
    main()
