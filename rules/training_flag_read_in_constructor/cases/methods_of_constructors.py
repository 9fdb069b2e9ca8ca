"""Methods that only constructors call, and methods that something else calls too."""

from torch import nn


class Built(nn.Module):
    def __init__(self):
        super().__init__()
        self.build()

    def build(self):
        self.keep = 0.5 if self.training else 1.0  # finding: is always True in the constructor's `build`

    def forward(self, x):
        return x * self.keep


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.prepare()

    def prepare(self):
        raise NotImplementedError


class Derived(Base):
    def prepare(self):
        self.count = 4 if self.training else 1  # finding: is always True in the constructor's `prepare`

    def forward(self, x):
        return x * self.count


class Refreshed(nn.Module):
    def __init__(self):
        super().__init__()
        self.refresh()

    def refresh(self):
        self.keep = 0.5 if self.training else 1.0

    def forward(self, x):
        self.refresh()
        return x * self.keep


class Handed(nn.Module):
    def __init__(self):
        super().__init__()
        self.choose()
        self.register_forward_pre_hook(lambda module, given: module.choose())

    def choose(self):
        self.keep = 0.5 if self.training else 1.0

    def forward(self, x):
        return x * self.keep
