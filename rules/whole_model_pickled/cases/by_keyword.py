"""A helper that names the arguments of torch.save, in whatever order, saves the one that it gives as `obj`."""

import torch
from torch import nn

model = nn.Linear(4, 2)


def keep(what, place):
    torch.save(f=place, obj=what)  # finding: save `what.state_dict()`


def keep_state(what, place):
    torch.save(f=place, obj=what)


keep(model, "whole.pt")  # finding: save `model.state_dict()`
keep_state(model.state_dict(), "state.pt")
