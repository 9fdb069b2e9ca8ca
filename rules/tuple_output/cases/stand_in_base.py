"""A network whose base class comes from a package that may be missing: what its block returns is between the two."""

from typing import TYPE_CHECKING

import torch
from torch import nn

from settings import has_diffusers

if TYPE_CHECKING or has_diffusers:
    from diffusers.models.modeling_utils import ModelMixin
else:

    class ModelMixin:
        pass


_Base = ModelMixin if has_diffusers else nn.Module


class Condition(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.embed, self.project = nn.Linear(4, width), nn.Linear(width, 6 * width)

    def forward(self, step):
        embedded = self.embed(step)
        return embedded, self.project(torch.relu(embedded))


class Noised(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.embed = nn.Linear(4, width)

    def forward(self, action):
        noise = torch.randn_like(action)
        return self.embed(action + noise), action - noise


class Transformer(ModelMixin):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.condition = Condition(width)

    def forward(self, step):
        embedded, projected = self.condition(step)
        return projected + embedded.repeat(1, 6)


class Policy(_Base):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.noised = Noised(width)

    def forward(self, action):
        embedded, flow = self.noised(action)
        return embedded.sum() + flow.sum()


class Whole(nn.Module):
    """The same as the block above, made by nobody but the program."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.embed = nn.Linear(4, width)

    def forward(self, action):
        noise = torch.randn_like(action)
        return self.embed(action + noise), action - noise  # finding: `Whole.forward` returns 2 different things

    @classmethod
    def of_width(cls, width: int) -> "Whole":
        """Makes a whole one: an object that a class makes of itself is no block of it."""
        model = Whole(width)
        nn.init.zeros_(model.embed.bias)
        return model


embedded, flow = Whole(8)(torch.zeros(2, 4))
print(Transformer()(torch.zeros(2, 4)), Policy()(torch.zeros(2, 4)), embedded, flow)
