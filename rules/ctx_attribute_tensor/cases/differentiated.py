"""What backward returns a gradient for is a tensor; numbers have none, and what may be None says nothing."""

from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # finding: `ctx.x` keeps `x` in memory after backward, and autograd does not notice in-place changes
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        return 2 * ctx.x * gradient


class Scaled(Function):
    @staticmethod
    def forward(ctx, x, factor, rows):
        ctx.factor = factor  # a number: it has no gradient
        ctx.rows = rows  # finding: `ctx.rows` keeps `rows` in memory after backward, and autograd does not notice
        return x * factor * rows

    @staticmethod
    def backward(ctx, gradient):
        for_rows = gradient * ctx.factor
        return gradient * ctx.factor * ctx.rows, None, for_rows


class Perhaps(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x * scale

    @staticmethod
    def backward(ctx, gradient):
        for_scale = None
        if ctx.needs_input_grad[1]:
            for_scale = gradient * 2
        if not gradient.any():
            return gradient * ctx.scale, None
        return gradient * ctx.scale, for_scale
