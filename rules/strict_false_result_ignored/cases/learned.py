"""One model takes what another has, and one takes what is not there."""

import torch
from torch import nn


def copied(source: nn.Module) -> nn.Module:
    model = nn.Linear(3, 1)
    saved = source.state_dict()
    model.load_state_dict(saved, strict=False)  # finding: may silently load nothing  # refuted
    return model


def renamed(source: nn.Module) -> nn.Module:
    model = nn.Sequential(nn.Linear(3, 1))
    saved = source.state_dict()
    model.load_state_dict(saved, strict=False)  # finding: may silently load nothing
    return model


torch.manual_seed(0)
line = nn.Linear(3, 1)
print(copied(line)(torch.ones(1, 3)), renamed(line)(torch.ones(1, 3)))
