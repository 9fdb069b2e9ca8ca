"""What a constructor decides by the mode stays as it is; what it leaves to later code does not."""

from torch import nn
from torch.nn import functional


class Proposals(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        self.most = before["train"] if self.training else before["test"]  # finding: `self.most` keeps
        if not self.training:  # finding: `self.training` is always True in `__init__`, so this condition is the same
            self.after = after["test"]
        self.dropout = nn.Dropout(0.1 if self.training else 0.0)  # finding: `self.dropout` keeps

    def forward(self, x):
        return functional.dropout(x[: self.most], training=self.training)


class Derived(Proposals):
    def __init__(module, sizes):
        super().__init__(sizes, sizes)
        module.scale = 2 if module.training else 1  # finding: `module.training` is always True in `__init__`


class ReadLater(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = lambda: 0.1 if self.training else 0.0

        def scale():
            return 2 if self.training else 1

        self.scale = scale

    @property
    def count(self):
        return 10 if self.training else 100


class OwnFlag(nn.Module):
    def __init__(self, training):
        super().__init__()
        self.training = training
        self.count = 10 if self.training else 100


class Switched(nn.Module):
    def __init__(self, frozen):
        super().__init__()
        if frozen:
            self.eval()
        self.count = 10 if self.training else 100


class NoModule:
    def __init__(self, options):
        self.training = options.training
        self.count = 10 if self.training else 100
