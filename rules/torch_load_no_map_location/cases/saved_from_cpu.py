"""A checkpoint of a model that was moved to the CPU before it was saved, and one of a model on its device."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def pretrain(again: bool) -> nn.Module:
    model = nn.Linear(4, 4).to(device)
    if again:
        model = model.cpu()
    else:
        model.load_state_dict(torch.load("encoder.pt"))  # suspected: fails without the GPU
    torch.save(model.state_dict(), "encoder.pt")
    return model.to(device)


def resume() -> nn.Module:
    head = nn.Linear(4, 4).to(device)
    head.load_state_dict(torch.load("head.pt"))  # finding: fails without the GPU
    torch.save(head.state_dict(), "head.pt")
    return head
