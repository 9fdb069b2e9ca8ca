"""Files that each hold a part of the weights: no part is lost where all names are compared before the first is loaded."""

import torch
from torch import nn


def in_parts(model: nn.Module, index: dict[str, str]) -> None:
    own = set(model.state_dict())
    missing = sorted(own - set(index))
    if missing:
        raise RuntimeError(f"no weights for {missing}")
    for path in sorted(set(index.values())):
        model.load_state_dict(torch.load(path), strict=False)


def all_alike(model: nn.Module, index: dict[str, str]) -> None:
    if set(model.state_dict().keys()) != set(index):
        raise RuntimeError("other names")
    for path in set(index.values()):
        model.load_state_dict(torch.load(path), strict=False)


def what_is_too_much(model: nn.Module, index: dict[str, str]) -> None:
    own = set(model.state_dict())
    print("not used:", set(index) - own)
    for path in set(index.values()):
        model.load_state_dict(torch.load(path), strict=False)  # finding: may silently load nothing


def of_another(model: nn.Module, teacher: nn.Module, path: str) -> None:
    state = torch.load(path)
    if set(teacher.state_dict()) - set(state):
        raise RuntimeError("not the teacher's")
    model.load_state_dict(state, strict=False)  # finding: may silently load nothing


def counted(model: nn.Module, path: str) -> None:
    state = torch.load(path)
    model.load_state_dict(state, strict=False)  # finding: may silently load nothing
    print(set(model.state_dict()) - set(state))
