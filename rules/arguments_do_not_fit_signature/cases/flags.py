"""A flag chooses between two modules that take other arguments; who asks the flag before calling is innocent."""

from dataclasses import dataclass

import torch
from torch import nn


class Sums(nn.Module):
    def forward(self, values):
        return values.sum(-1)


class Weighs(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.Linear(8, 3)

    def forward(self, values, state):
        return (values * self.weights(state)).sum(-1)


class Learner:
    def __init__(self, adds=False, is_deep=False):
        self.adds = adds
        if adds:
            self.mixer = Sums()
        else:
            self.mixer = Weighs()
        if not is_deep:
            self.other = Weighs()
        else:
            self.other = Sums()

    def learn(self, values, state):
        total = self.mixer(values, state)  # suspected: takes 1 argument, but gets 2
        return total - self.other(values)  # suspected: raises a TypeError if `not is_deep`; pass it

    def learn_as_told(self, values, state):
        if self.adds:
            return self.mixer(values)
        return self.mixer(values, state)

    def learn_in_branches(self, values, state):
        if not self.adds:
            total = self.mixer(values, state)
        else:
            total = self.mixer(values)
        return total

    def learn_where_it_is_sure(self, values, state):
        assert not self.adds, "it has no weights"
        return self.mixer(values, state)

    def learn_from_some(self, values, state=None):
        if not self.adds and state is not None:
            return self.mixer(values, state)
        if not self.adds or state is not None:
            return None
        return self.mixer(values)

    def learn_at_once(self, values, state):
        return (self.adds and self.mixer(values)) or (not self.adds and self.mixer(values, state))

    def learn_after_a_look(self, values, state):
        assert values is not None
        return self.mixer(values, state)  # suspected: takes 1 argument, but gets 2


def check():
    learner = Learner(adds=torch.cuda.is_available())
    return learner.learn_as_told(torch.rand(4, 3), torch.rand(4, 8))


class Experts(nn.Module):
    def forward(self, x, time):
        return x * time


class Dense(nn.Module):
    def forward(self, x):
        return x


class Layers(nn.Module):
    def __init__(self, experts, sizes, depth):
        super().__init__()
        self.experts = experts
        self.mix = Experts() if experts > 0 else Dense()
        self.deep = Experts() if depth > 1 else Dense()
        if isinstance(sizes, (list, tuple)):
            self.stem = Dense()
        else:
            self.stem = Experts()

    def forward(self, x, time):
        x = self.stem(x, time=time)  # suspected: raises a TypeError if `isinstance(sizes, (list, tuple))`
        x = self.deep(x, time)  # suspected: raises a TypeError if `not depth > 1`
        if self.experts > 0:
            return self.mix(x, time)
        return self.mix(x, time)  # finding: `Dense.forward` takes 1 argument, but gets 2


class Settings:
    def __init__(self):
        self.width = 0

    @classmethod
    def from_dict(cls, values):
        return cls(values["width"])


class Kept(Settings):
    def __init__(self, width):
        self.width = width


class Listed:
    def __init__(self):
        self.width = 0

    @classmethod
    def from_dict(cls, values):
        return cls(values["width"])


@dataclass
class Wide(Listed):
    width: int = 2


class FromDict:
    @classmethod
    def from_dict(cls, values):
        return cls(values["width"])


class Both(FromDict, Kept):
    pass


class Lone:
    def __init__(self):
        self.width = 0

    @classmethod
    def from_dict(cls, values):
        return cls(values["width"])  # finding: `Lone` takes no positional arguments, but gets 1


class Masked(nn.Module):
    def forward(self, x, mask=None):
        return x


def by_part_of_a_name(name, x, mask):
    if "masked" in name:
        model = Masked()
    elif "dense" in name:
        model = Dense()
    else:
        raise NotImplementedError
    if "masked" in name:
        x = model(x, mask=mask)
    if "deep" not in name:
        x = model(x, mask=mask)  # nothing says that such a name is of the other model
    return model(x, mask=mask)  # suspected: `Dense.forward` has no parameter `mask`, so this call raises a TypeError if
