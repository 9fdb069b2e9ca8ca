"""Functions: what they return, by place and by key, as they are called from each place."""

import functools

import torch
from torch import nn

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
model = nn.Linear(3, 1)


def pair():
    return torch.sigmoid(weights), weights.detach()


def by_key():
    return {"loss": weights, "count": 1, "output": {"probability": torch.sigmoid(weights)}}


def nested():
    return weights, (1, torch.sigmoid(weights)), [weights]


first, second = pair()
reveal(pair())  # tuple, (tensor, grad, sigmoid; tensor, no grad)
reveal(first)  # tensor, grad, sigmoid
reveal(second)  # tensor, no grad
reveal(pair()[0])  # tensor, grad, sigmoid
reveal(pair()[1])  # tensor, no grad
reveal(pair()[-1])  # tensor, no grad
reveal(pair()[-2])  # tensor, grad, sigmoid
reveal(by_key()["loss"])  # tensor, grad
reveal(by_key()["count"])  # number
reveal(by_key()["output"]["probability"])  # tensor, grad, sigmoid
reveal(by_key().get("loss"))  # tensor, grad
reveal(nested()[1][1])  # tensor, grad, sigmoid
one, (number, squashed), [last] = nested()
reveal(number)  # number
reveal(squashed)  # tensor, grad, sigmoid
reveal(last)  # tensor, grad


def identity(x):
    return x


reveal(identity(weights))  # tensor, grad
reveal(identity(1))  # number
reveal(identity(torch.sigmoid(weights)))  # tensor, grad, sigmoid
reveal(identity(x=weights))  # tensor, grad


def parameters(a, b=1, *rest, c=None, **others):
    reveal(a)  # tensor, grad
    reveal(b)  # tensor, no grad
    reveal(rest)  # tuple, (number; tensor, grad)
    reveal(c)  # number
    reveal(others)  # dict, {'d': tensor, grad}
    return rest


parameters(weights, weights.detach(), 1, weights, c=2, d=weights)


def defaults(a, b=weights, *, c=2):
    reveal(a)  # number
    reveal(b)  # tensor, grad
    reveal(c)  # number


defaults(1)


def positional_only(a, /, b):
    reveal(a)  # number
    reveal(b)  # tensor, grad


positional_only(1, weights)
arguments = (1, weights)
positional_only(*arguments)
positional_only(1, **{"b": weights})


def returns_several_ways(flag):
    if flag == 1:
        return weights
    if flag == 2:
        return weights * 2
    return weights / 2


reveal(returns_several_ways(read()))  # tensor, grad


def returns_some(flag):
    if flag == 1:
        return weights, 1
    return weights.detach(), 2


reveal(returns_some(read()))  # tuple, (tensor, maybe grad; number)


def returns_maybe(flag):
    if flag == 1:
        return weights


reveal(returns_maybe(read()))  # tensor, grad


def returns_nothing():
    weights * 2


reveal(returns_nothing())  # none


# Flags that the caller sets choose a branch.
def flagged(x, squash=False, *, both=False):
    if squash:
        x = torch.sigmoid(x)
    if both:
        return x, x.detach()
    return x


reveal(flagged(weights))  # tensor, grad
reveal(flagged(weights, squash=True))  # tensor, grad, sigmoid
reveal(flagged(weights, True))  # tensor, grad, sigmoid
reveal(flagged(weights, both=True))  # tuple, (tensor, grad; tensor, no grad)
reveal(flagged(weights, not True))  # tensor, grad


def flag_not_set(x, raw=None):
    if raw is not None:
        return x.detach()
    return x


reveal(flag_not_set(weights))  # tensor, grad


# Within a loop as well, unless the function gives its parameter another value.
def first_not_set(xs, raw=None, first=None, start=None):
    for x in xs:
        if raw is not None:
            return x.detach()
        if first is None:
            first = x
        if start is None:
            start, rest = x, None
        else:
            start, rest = x.detach(), None
    return first, start


for _ in range(2):
    reveal(first_not_set([weights, weights]))  # tuple, (tensor, grad; tensor, maybe grad)


class Head(nn.Module):
    def __init__(self, squash=True):
        super().__init__()
        self.linear = nn.Linear(3, 1)

    def forward(self, x, squash=True, with_features=False):
        features = self.linear(x)
        result = torch.sigmoid(features) if squash else features
        if with_features:
            return result, features
        return result


reveal(Head()(weights))  # tensor, grad, sigmoid
reveal(Head()(weights, squash=False))  # tensor, grad
reveal(Head()(weights, with_features=True))  # tuple, (tensor, grad, sigmoid; tensor, grad)
reveal(Head()(weights, False))  # tensor, grad


# Generators.
def generates():
    for factor in range(3):
        yield torch.sigmoid(weights * factor)


def generates_pairs():
    yield 1, weights


def delegates():
    yield from generates()


for made in generates():
    reveal(made)  # tensor, grad, sigmoid
for position, made in generates_pairs():
    reveal(position)  # number
    reveal(made)  # tensor, grad
for made in delegates():
    reveal(made)  # tensor, grad, sigmoid
reveal(next(generates()))  # tensor, grad, sigmoid
reveal(list(generates()))  # list, of (tensor, grad, sigmoid)

# Lambdas, functions as values.
squash = lambda x, factor=2: torch.sigmoid(x * factor)
reveal(squash(weights))  # tensor, grad, sigmoid
reveal((lambda: weights)())  # tensor, grad
reveal(list(map(lambda x: x.detach(), [weights])))  # list, of (tensor, no grad)


def applies(function, x):
    return function(x)


reveal(applies(torch.sigmoid, weights))  # tensor, grad, sigmoid
reveal(applies(squash, weights))  # tensor, grad, sigmoid
reveal(applies(identity, weights))  # tensor, grad
reveal(applies(model, weights))  # tensor, grad


def makes_function(factor):
    def inner(x):
        return torch.sigmoid(x * factor)

    return inner


reveal(makes_function(2)(weights))  # tensor, grad, sigmoid


# Methods of every kind.
class Box:
    def __init__(self, value):
        self.value = value

    def get(self):
        return self.value

    @property
    def squashed(self):
        return torch.sigmoid(self.value)

    @functools.cached_property
    def plain(self):
        return self.value.detach()

    @staticmethod
    def static(x):
        return torch.sigmoid(x)

    @classmethod
    def build(cls, x):
        reveal(cls)  # class, Box
        return cls(x)

    def __call__(self, x):
        return x * self.value

    def chain(self):
        return self


box = Box(weights)
reveal(box.value)  # tensor, grad
reveal(box.get())  # tensor, grad
reveal(box.squashed)  # tensor, grad, sigmoid
reveal(box.plain)  # tensor, no grad
reveal(Box.static(weights))  # tensor, grad, sigmoid
reveal(box.static(weights))  # tensor, grad, sigmoid
reveal(Box.build(weights))  # instance, Box
reveal(Box.build(weights).get())  # tensor, grad
reveal(box(weights))  # tensor, grad
reveal(box.chain().get())  # tensor, grad
reveal(Box.get(box))  # tensor, grad
method = box.get
reveal(method())  # tensor, grad


# Recursion ends.
def recursive(x, depth):
    if depth == 0:
        return torch.sigmoid(x)
    return recursive(x, depth - 1)


def even(x, depth):
    return x if depth == 0 else odd(x, depth - 1)


def odd(x, depth):
    return x if depth == 0 else even(x, depth - 1)


reveal(recursive(weights, 3))  # tensor, grad, sigmoid
reveal(even(weights, 3))  # tensor, grad


# All chains of calls are joined.
def shared(x):
    reveal(x)  # tensor, maybe grad
    return x


shared(weights)
shared(weights.detach())


def shared_meaning(x):
    reveal(x)  # tensor, grad


shared_meaning(torch.sigmoid(weights))
shared_meaning(torch.tanh(weights))


async def awaited():
    return torch.sigmoid(weights)


async def awaits():
    reveal(await awaited())  # tensor, grad, sigmoid


def never_called(x, *args, **kwargs):
    reveal(x)  # unknown
    reveal(args)  # list
    reveal(kwargs)  # dict, {}


def raises():
    raise NotImplementedError


reveal(raises())  # unknown


def outer(x):
    def inner():
        return torch.sigmoid(x)

    return inner()


reveal(outer(weights))  # tensor, grad, sigmoid
