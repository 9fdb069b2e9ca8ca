import torch
from torch import autograd


class ByName(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, count, *given):
        ctx.run = run
        ctx.inputs, ctx.weights = list(given[:count]), list(given[count:])
        with torch.no_grad():
            return ctx.run(*ctx.inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = [x.detach().requires_grad_(True) for x in ctx.inputs]
        run = ctx.run
        with torch.enable_grad():
            again = run(*inputs)  # finding: dropout in `run(*inputs)` draws other numbers than in `forward`, so
        return (None, None) + torch.autograd.grad(again, inputs + ctx.weights, grads, allow_unused=True)


class ByMode(autograd.Function):
    @staticmethod
    def forward(ctx, run, rows):
        ctx.save_for_backward(rows)
        ctx.run = run
        return run(rows).detach()

    @staticmethod
    def backward(ctx, grad):
        (rows,) = ctx.saved_tensors
        with torch.set_grad_enabled(True):
            rows = rows.detach().requires_grad_()
            again = ctx.run(rows)  # finding: numbers than in
        torch.autograd.backward(again, grad)
        return None, rows.grad


class KeepsTheState(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, rows):
        ctx.run, ctx.state = run, torch.get_rng_state()
        ctx.save_for_backward(rows)
        return run(rows).detach()

    @staticmethod
    def backward(ctx, grad):
        rows = ctx.saved_tensors[0].detach().requires_grad_()
        with torch.random.fork_rng(), torch.enable_grad():
            torch.set_rng_state(ctx.state)
            again = ctx.run(rows)
        return None, *torch.autograd.grad(again, rows, grad)


class OfAContext(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, rows, restored):
        ctx.run, ctx.restored = run, restored  # a context manager that the caller made, such as one that puts a state back
        ctx.save_for_backward(rows)
        return run(rows).detach()

    @staticmethod
    def backward(ctx, grad):
        rows = ctx.saved_tensors[0].detach().requires_grad_()
        with ctx.restored, torch.enable_grad():
            again = ctx.run(rows)
        return None, *torch.autograd.grad(again, rows, grad), None


class ChangesGradients(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rows, change):
        ctx.change = change  # only backward runs it
        return rows.clone()

    @staticmethod
    def backward(ctx, grad):
        with torch.enable_grad():
            return ctx.change(grad), None


class Adjoint(torch.autograd.Function):
    """Solves backwards; nothing of the forward pass is computed again."""

    @staticmethod
    def forward(ctx, field, start):
        ctx.field = field
        now = start
        for _ in range(4):
            now = now + field(now)
        ctx.save_for_backward(now)
        return now

    @staticmethod
    def backward(ctx, grad):
        (now,) = ctx.saved_tensors

        def slope(state):
            with torch.enable_grad():
                return ctx.field(state)

        return None, grad * slope(now)


class OfAnActivation(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rows, weight, activation_fn):
        ctx.save_for_backward(rows, weight)
        ctx.activation_fn = activation_fn
        return activation_fn(rows @ weight)

    @staticmethod
    def backward(ctx, grad):
        rows, weight = ctx.saved_tensors
        with torch.set_grad_enabled(True):
            sums = (rows @ weight).detach().requires_grad_()
            out = ctx.activation_fn(sums)
        (grad,) = torch.autograd.grad(out, sums, grad)
        return grad @ weight.t(), rows.t() @ grad, None


class NotAFunction:
    @staticmethod
    def forward(ctx, run, rows):
        ctx.run = run
        return run(rows)

    @staticmethod
    def backward(ctx, grad):
        with torch.enable_grad():
            return ctx.run(grad)
