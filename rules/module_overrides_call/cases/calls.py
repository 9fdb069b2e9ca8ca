import torch
from torch import nn


class Timed(nn.Module):
    def __call__(self, *args, **kwargs):
        return super().__call__(*args, **kwargs)

    def forward(self, x):
        return x


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def __call__(self, x):  # finding: override `forward` instead
        return self.forward(x) * 2

    def forward(self, x):
        return x


class Derived(Timed):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def __call__(self, x):  # finding: `Derived.__call__` replaces `nn.Module.__call__`, so hooks of `Derived` never run
        return x + 1


class Transform:
    """No module."""

    def __call__(self, x):
        return x


class Built(nn.Module):
    def __init__(self, build):
        super().__init__()
        self.model = build(2)

    def __call__(self, x):  # finding: `Built.__call__` replaces `nn.Module.__call__`, so hooks of `Built` never run
        return self.model(x)


class Shift(nn.Module):
    """A function that has a name for its number."""

    def __init__(self, by):
        super().__init__()
        self.by = by

    def __call__(self, x):
        return x + self.by


class Implemented(nn.Module):
    def __call__(self, x):
        return self._call_impl(x)

    def forward(self, x):
        return x


class Processor(nn.Module):
    """An attention processor of diffusers, which reads the signature of `__call__`."""

    def __init__(self):
        super().__init__()
        self.extra = nn.Linear(2, 2)

    def __call__(self, attn, hidden_states, encoder_hidden_states=None):
        return attn(self.extra(hidden_states))


class Attending(nn.Module):
    def __init__(self):
        super().__init__()
        self.extra = nn.Linear(2, 2)

    def __call__(self, hidden_states, attn):  # finding: `Attending.__call__` replaces `nn.Module.__call__`, so hooks
        return attn(self.extra(hidden_states))


x = torch.rand(2)
print(Timed()(x), Both()(x), Derived()(x), Shift(2)(x), Transform()(x), Implemented()(x))
