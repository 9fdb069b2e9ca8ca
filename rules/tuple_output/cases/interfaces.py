"""Interfaces of PyTorch's own that say what is returned."""

import torch
import torch.nn as nn


class SplitSign(torch.autograd.Function):
    """Several outputs of a Function can only be a tuple, and so can the gradients of several inputs."""

    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x.clamp(min=0) * scale, x.clamp(max=0)

    @staticmethod
    def backward(ctx, grad_up, grad_down):
        (x,) = ctx.saved_tensors
        return torch.where(x > 0, grad_up * ctx.scale, grad_down), None


class PeepholeLSTM(nn.LSTM):
    """Stands in for nn.LSTM, so it returns what nn.LSTM returns."""

    def forward(self, x, state=None):
        out, state = super().forward(x, state)
        return out * 0.5, state


class LoggedAttention(nn.MultiheadAttention):
    def forward(self, query, key, value, **kwargs):
        out, weights = super().forward(query, key, value, **kwargs)
        self.last = weights
        return out, weights


class PoolWithIndices(nn.MaxPool2d):
    """What nn.MaxPool2d returns with return_indices=True."""

    def forward(self, x):
        values, indices = nn.functional.max_pool2d(x, self.kernel_size, return_indices=True)
        return values, indices


def main():
    up, down = SplitSign.apply(torch.randn(3, requires_grad=True), 2.0)
    out, state = PeepholeLSTM(4, 4)(torch.randn(2, 1, 4))
    seen, weights = LoggedAttention(4, 1)(out, out, out)
    values, indices = PoolWithIndices(2)(torch.randn(1, 1, 4, 4))
    return up, down, state, seen, weights, values, indices


if __name__ == "__main__":
    main()
