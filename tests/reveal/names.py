"""Names: however torch is spelled, and wherever a name is bound."""

import importlib

import torch
import torch as th
import torch.nn as nn
import torch.nn.functional
import torch.nn.functional as F
import torch.utils.data
from torch import nn as networks
from torch import optim
from torch.autograd import Variable
from torch.nn import BCELoss as Loss
from torch.nn.modules.linear import Linear
from torch.optim import SGD as Descent
from torch.utils.data import DataLoader

try:
    from apex import amp
except ImportError:
    amp = None

from . import layers
from ..models import Net
from .layers import block as residual

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)

# However torch is spelled.
reveal(torch)  # external, torch
reveal(th.sigmoid)  # external, torch.sigmoid
reveal(nn.BCELoss)  # external, torch.nn.BCELoss
reveal(networks.BCELoss)  # external, torch.nn.BCELoss
reveal(Loss)  # external, torch.nn.BCELoss
reveal(Linear)  # external, torch.nn.Linear
reveal(torch.nn.modules.linear.Linear)  # external, torch.nn.Linear
reveal(Descent)  # external, torch.optim.SGD
reveal(optim.lr_scheduler.StepLR)  # external, torch.optim.lr_scheduler.StepLR
reveal(DataLoader)  # external, torch.utils.data.DataLoader
reveal(torch.utils.data.DataLoader)  # external, torch.utils.data.DataLoader
reveal(F.softmax)  # external, torch.nn.functional.softmax
reveal(torch.nn.functional.softmax)  # external, torch.nn.functional.softmax
reveal(Variable)  # external, torch.autograd.Variable
reveal(amp)  # external, apex.amp
reveal(layers.Residual)  # external, .layers.Residual
reveal(Net)  # external, ..models.Net
reveal(residual)  # external, .layers.block
reveal(importlib.import_module)  # external, importlib.import_module
reveal(len)  # external, len
reveal(nowhere)  # unknown

# A function that goes by another name.
squash = torch.sigmoid
reveal(squash)  # external, torch.sigmoid
reveal(squash(weights))  # tensor, grad, sigmoid
activation = {"sigmoid": torch.sigmoid, "tanh": torch.tanh}["tanh"]
reveal(activation(weights))  # tensor, grad, tanh
reveal(getattr(torch, "sigmoid")(weights))  # tensor, grad, sigmoid
reveal(getattr(F, "softmax"))  # external, torch.nn.functional.softmax


def imports_inside():
    import torch.nn.functional as functional
    from torch import sigmoid as squash_it

    reveal(functional.log_softmax)  # external, torch.nn.functional.log_softmax
    reveal(squash_it(weights))  # tensor, grad, sigmoid


def shadows():
    torch = None
    reveal(torch)  # none
    sigmoid = 1
    reveal(sigmoid)  # number


def torch_given(torch):
    reveal(torch.sigmoid)  # unknown


class Spaces:
    torch = 1
    weights = torch
    reveal(weights)  # number

    def method(self):
        reveal(torch.sigmoid)  # external, torch.sigmoid
        reveal(weights)  # tensor, grad


# Tuples, lists, stars.
a, b = torch.sigmoid(weights), 1
reveal(a)  # tensor, grad, sigmoid
reveal(b)  # number
a, b = b, a
reveal(a)  # number
reveal(b)  # tensor, grad, sigmoid
(c, [d, (e, f)]) = 1, [weights, (weights.detach(), None)]
reveal(c)  # number
first, *middle, last = weights, 1, 2, weights.detach()
reveal(first)  # tensor, grad
reveal(middle)  # list, of (number)
reveal(last)  # tensor, no grad
*head, tail = (1, 2, weights)
reveal(head)  # list, of (number)
reveal(tail)  # tensor, grad
g = h = torch.sigmoid(weights)
reveal(g)  # tensor, grad, sigmoid
reveal(h)  # tensor, grad, sigmoid
(i, j), k = (weights, 1), None
reveal(i)  # tensor, grad
reveal(j)  # number
reveal(k)  # none
[m, n] = weights, 2
reveal(m)  # tensor, grad
reveal(n)  # number

# The walrus binds where it stands, and out of a comprehension.
if (o := torch.sigmoid(weights)) is not None:
    reveal(o)  # tensor, grad, sigmoid
reveal((p := weights.detach()))  # tensor, no grad
reveal(p)  # tensor, no grad
totals = [(q := weights * factor) for factor in range(3)]
reveal(q)  # tensor, grad
reveal(totals)  # list, of (tensor, grad)

# A comprehension's own names stay inside.
r = 1
squares = [r * r for r in [weights]]
reveal(r)  # number
reveal(squares)  # list, of (tensor, grad)
reveal([s for s in [weights]])  # list, of (tensor, grad)
reveal({t: weights for t in range(3)})  # dict, {*: tensor, grad}
reveal([u * v for u in [weights] for v in [1, 2]])  # list, of (tensor, grad)
reveal(next(w for w in [weights]))  # tensor, grad

# What is deleted is gone, and the outer one shows again where there is one.
x = weights
del x
reveal(x)  # unknown


y = weights
y, z = None, y
reveal(y)  # none
reveal(z)  # tensor, grad


def makes_global():
    global counted, made
    made = torch.sigmoid(weights)
    reveal(made)  # tensor, grad, sigmoid


def uses_global():
    reveal(made)  # tensor, grad, sigmoid


def outer():
    kept = None
    plain = 1

    def inner():
        nonlocal kept
        kept = torch.sigmoid(weights)
        plain = weights
        reveal(kept)  # tensor, grad, sigmoid
        reveal(plain)  # tensor, grad

    inner()
    reveal(kept)  # tensor, grad, sigmoid
    reveal(plain)  # number

    def reads():
        reveal(plain)  # number

    reads()


makes_global()
uses_global()
outer()


def binds_in_match(command):
    match command:
        case {"loss": value, **rest}:
            reveal(value)  # unknown
            value = weights
        case [one, *others] if one:
            value = weights.detach()
        case torch.Tensor() as whole:
            reveal(whole)  # unknown
            value = weights
        case _:
            value = weights
    reveal(value)  # tensor, maybe grad


match weights:
    case caught:
        reveal(caught)  # tensor, grad

for index, item in enumerate([weights]):
    reveal(index)  # number
    reveal(item)  # tensor, grad
reveal(item)  # tensor, grad

with open("log") as log, torch.no_grad() as nothing:
    reveal(log)  # number
    reveal(nothing)  # unknown

try:
    1 / 0
except ZeroDivisionError as problem:
    reveal(problem)  # number


def reads_a_global_that_nobody_binds():
    global never_bound
    reveal(never_bound)  # unknown
