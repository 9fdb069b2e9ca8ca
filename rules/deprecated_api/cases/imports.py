"""Imports of names that are given up: told once where all uses come right with them, else at the uses."""

from functorch import grad, vmap  # finding: `functorch.grad` is deprecated and warns  # finding: `torch.func.vmap`
from functorch import make_functional as functional
from torch import ger, outer
from torch.cuda.amp import GradScaler, autocast  # finding: `torch.cuda.amp.GradScaler` is deprecated and warns
from torch.func import jacrev
from torch.nn.utils import clip_grad_norm, parameters_to_vector  # finding: use `torch.nn.utils.clip_grad_norm_`
from torch.utils.data import default_collate
from torch.utils.data._utils.collate import default_convert  # finding: is private to PyTorch; use `torch.utils.data.default_convert`

try:
    from torch.func import hessian
except ImportError:
    from functorch import hessian


def squared_norms(loss, rows):
    return vmap(grad(loss))(rows).square().sum(1), hessian(loss)(rows[0]), jacrev(loss)(rows)


def stateless(model):
    return functional(model)  # finding: use `torch.func.functional_call`


def products(a, b):
    return ger(a, b), outer(a, b)  # finding: use `torch.outer`


def step(model, loss, scaler: GradScaler):
    with autocast():  # finding: use `torch.amp.autocast("cuda")`
        scaler.scale(loss(model)).backward()
    clip_grad_norm(model.parameters(), 1.0)
    return parameters_to_vector(model.parameters())


def collate(rows):
    return default_convert(default_collate(rows))
