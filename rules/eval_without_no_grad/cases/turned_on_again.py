"""A helper turns gradients on for one call, within what runs without them: it asks for them."""

import torch
from torch import nn

judge = nn.Sequential(nn.Linear(8, 2))
judge.load_state_dict(torch.load("judge.pt", weights_only=True))
judge.eval()


def scores(batch):
    return judge(batch)


@torch.no_grad()
def asked(loader):
    found = []
    for batch in loader:
        with torch.enable_grad():
            found.append(scores(batch).argmax(1).tolist())
    return found


def look(loader):
    return [judge(batch).argmax(1).tolist() for batch in loader]  # finding: with gradients enabled
