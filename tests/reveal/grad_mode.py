"""Grad mode: whether code runs with gradients enabled."""

import contextlib
import functools

import torch
from torch import nn, no_grad
from torch.autograd import grad

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
model = nn.Linear(3, 1)

# As a context.
with torch.no_grad():
    reveal(model(weights))  # tensor, no grad
    reveal(weights)  # tensor, grad
    reveal(weights * 2)  # tensor, no grad
    with torch.enable_grad():
        reveal(model(weights))  # tensor, grad
    reveal(model(weights))  # tensor, no grad
reveal(model(weights))  # tensor, grad

with torch.inference_mode():
    reveal(model(weights))  # tensor, no grad
with torch.inference_mode(True):
    reveal(model(weights))  # tensor, no grad
with torch.inference_mode(False):
    reveal(model(weights))  # tensor, grad
with torch.inference_mode(mode=False):
    reveal(model(weights))  # tensor, grad
with torch.autograd.no_grad():
    reveal(model(weights))  # tensor, no grad
with no_grad(), open("log") as log:
    reveal(model(weights))  # tensor, no grad
with open("log") as log, no_grad():
    reveal(model(weights))  # tensor, no grad
with torch.set_grad_enabled(False):
    reveal(model(weights))  # tensor, no grad
with torch.set_grad_enabled(True):
    reveal(model(weights))  # tensor, grad
with torch.set_grad_enabled(mode=False):
    reveal(model(weights))  # tensor, no grad
reveal(model(weights))  # tensor, grad

with torch.no_grad():
    with torch.inference_mode(False):
        reveal(model(weights))  # tensor, grad

off = torch.no_grad()
with off:
    reveal(model(weights))  # tensor, no grad


def evaluates(phase, training):
    with torch.set_grad_enabled(phase == "train"):
        reveal(model(weights))  # tensor, maybe grad
    with torch.no_grad() if training else contextlib.nullcontext():
        reveal(model(weights))  # tensor, maybe grad
    context = torch.no_grad() if training else torch.enable_grad()
    with context:
        reveal(model(weights))  # tensor, maybe grad
    reveal(model(weights))  # tensor, grad


evaluates(read(), read())


# As a statement, from there on and for the callers.
def switches():
    torch.set_grad_enabled(False)
    reveal(model(weights))  # tensor, no grad
    torch.set_grad_enabled(True)
    reveal(model(weights))  # tensor, grad


switches()


def switches_off():
    torch.set_grad_enabled(False)


switches_off()
reveal(model(weights))  # tensor, no grad
torch.set_grad_enabled(True)
reveal(model(weights))  # tensor, grad


def in_one_branch(flag):
    if flag:
        torch.set_grad_enabled(False)
    reveal(model(weights))  # tensor, maybe grad
    torch.set_grad_enabled(True)


in_one_branch(read())


# As a decorator.
@torch.no_grad()
def decorated():
    reveal(model(weights))  # tensor, no grad
    return model(weights)


@torch.no_grad
def without_parentheses():
    reveal(model(weights))  # tensor, no grad
    return model(weights)


@no_grad()
def imported():
    reveal(model(weights))  # tensor, no grad


@torch.inference_mode()
def inference():
    reveal(model(weights))  # tensor, no grad


@torch.inference_mode(False)
def not_inference():
    reveal(model(weights))  # tensor, grad


@torch.set_grad_enabled(False)
def set_off():
    reveal(model(weights))  # tensor, no grad


@torch.enable_grad()
def switched_on():
    reveal(model(weights))  # tensor, grad


@functools.lru_cache
@torch.no_grad()
def several():
    reveal(model(weights))  # tensor, no grad


reveal(decorated())  # tensor, no grad
reveal(without_parentheses())  # tensor, no grad
reveal(model(weights))  # tensor, grad
imported()
inference()
not_inference()
set_off()
with torch.no_grad():
    switched_on()
several()


# A decorator of the project's own.
def evaluating(function):
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return wrapped


def inference_decorator():
    def decorate(function):
        return torch.inference_mode()(function)

    return decorate


def logged(function):
    def wrapped(*args, **kwargs):
        print(function)
        return function(*args, **kwargs)

    return wrapped


@evaluating
def by_own_decorator():
    reveal(model(weights))  # tensor, no grad


@inference_decorator()
def by_own_factory():
    reveal(model(weights))  # tensor, no grad


@logged
def by_another_decorator():
    reveal(model(weights))  # tensor, grad


@smart_inference_mode()
def by_a_decorator_of_elsewhere():
    reveal(model(weights))  # tensor, maybe grad


@elsewhere
def by_a_decorator_that_says_nothing():
    reveal(model(weights))  # tensor, grad


# Callers' modes reach what they call.
def called_off():
    reveal(model(weights))  # tensor, no grad
    return model(weights)


def called_both_ways():
    reveal(model(weights))  # tensor, maybe grad


with torch.no_grad():
    reveal(called_off())  # tensor, no grad
    called_both_ways()
called_both_ways()


class Trainer:
    @torch.no_grad()
    def evaluate(self):
        reveal(model(weights))  # tensor, no grad
        return self.compute()

    def compute(self):
        reveal(model(weights))  # tensor, no grad
        return model(weights)

    @staticmethod
    @torch.no_grad()
    def static():
        reveal(model(weights))  # tensor, no grad

    def train(self):
        reveal(model(weights))  # tensor, grad


reveal(Trainer().evaluate())  # tensor, no grad
Trainer.static()
Trainer().train()


@contextlib.contextmanager
def evaluation(net):
    net.eval()
    with torch.no_grad():
        yield


with evaluation(model):
    reveal(model(weights))  # tensor, no grad


@torch.no_grad()
def generates():
    yield model(weights)


for generated in generates():
    reveal(generated)  # tensor, no grad


reveal(grad(weights.sum(), weights))  # list, of (tensor, no grad)
reveal(torch.autograd.grad(weights.sum(), weights, create_graph=True)[0])  # tensor, grad
torch.autograd.set_grad_enabled(False)
reveal(model(weights))  # tensor, no grad


mode = bool(torch.randint(2, (1,)))


def switch(on):
    torch.set_grad_enabled(on)


switch(True)
reveal(model(weights))  # tensor, grad
switch(mode)
reveal(model(weights))  # tensor, maybe grad
switch(on=False)
reveal(model(weights))  # tensor, no grad
switch(True)


@contextlib.contextmanager
def gradless_if(off):
    if off:
        with torch.no_grad():
            yield
    else:
        yield


with gradless_if(True):
    reveal(model(weights))  # tensor, no grad
with gradless_if(mode):
    reveal(model(weights))  # tensor, maybe grad
with gradless_if(False):
    reveal(model(weights))  # tensor, grad


# What a function gave without gradients says nothing of what it gives with them, where it is not followed.
def sixth(x):
    return model(x)


def first(x):
    return second(x)


def second(x):
    return third(x)


def third(x):
    return fourth(x)


def fourth(x):
    return fifth(x)


def fifth(x):
    return next_to_last(x)


def next_to_last(x):
    return sixth(x)


reveal(sixth(weights))  # tensor, grad
with torch.no_grad():
    reveal(sixth(weights))  # tensor, no grad
reveal(first(weights))  # tensor, grad


class Split(nn.Module):
    """What its parts give is not known, but it came out of a model."""

    def __init__(self, body):
        super().__init__()
        self.body, self.stem = body, nn.Linear(3, 3)

    def forward(self, x):
        x = self.stem(x)
        return self.body.left(x), self.body.right(x)


left, right = Split(elsewhere)(weights)
reveal(left)  # unknown, given by a model
reveal(left - weights.detach())  # tensor, maybe grad, assumed
reveal(torch.exp(left - weights.detach()))  # tensor, maybe grad, assumed
reveal(torch.max(left, weights.detach()))  # tensor, maybe grad, assumed
reveal(weights.detach() * unheard_of)  # tensor, no grad
with torch.no_grad():
    reveal(left - weights.detach())  # tensor, no grad
