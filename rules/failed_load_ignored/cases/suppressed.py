from contextlib import suppress

import torch
from torch import nn


def made(path):
    actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
    with suppress(Exception):
        actor.load_state_dict(torch.load(path / "actor.pt"))  # finding: the program goes on with only part of the weights
        critic.load_state_dict(torch.load(path / "critic.pt"))
    return actor, critic


def made_if_there(path):
    actor = nn.Linear(4, 2)
    with suppress(FileNotFoundError):
        actor.load_state_dict(torch.load(path / "actor.pt"))
    with torch.no_grad():
        actor.load_state_dict(torch.load(path / "other.pt"))
    return actor


def first_that_fits(actor, paths):
    for path in paths:
        with suppress(RuntimeError):
            actor.load_state_dict(torch.load(path))
            return actor
    raise ValueError("no file fits")


def checked(actor, path):
    loaded = False
    with suppress(Exception):
        actor.load_state_dict(torch.load(path))
        loaded = True
    if not loaded:
        raise ValueError(path)
