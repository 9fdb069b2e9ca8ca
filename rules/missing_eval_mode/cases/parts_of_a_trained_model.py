"""Methods that call a part of the model: the part is trained or loaded when the whole is."""

import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.Dropout(0.2), nn.Linear(12, 6))

    def forward(self, rows):
        return (self.body(rows + torch.randn_like(rows)) - rows).pow(2).mean()

    def cleaned(self, rows):
        return self.body(rows)


class Restored(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12))

    def code_of(self, rows):
        return self.body(rows)


class Switched(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12))

    def code_of(self, rows):
        return self.body(rows)


class Fresh(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12))

    def code_of(self, rows):
        return self.body(rows)


def trained(batches):
    denoiser = Denoiser()
    optimizer = torch.optim.Adam(denoiser.parameters())
    for rows in batches:
        optimizer.zero_grad()
        denoiser(rows).backward()
        optimizer.step()
    return denoiser


def look_at(held_out):
    denoiser, restored, switched, fresh = trained(held_out[:4]), Restored(), Switched(), Fresh()
    restored.load_state_dict(torch.load("restored.pt", weights_only=True))
    switched.load_state_dict(torch.load("switched.pt", weights_only=True))
    switched.eval()
    with torch.no_grad():
        for rows in held_out[4:]:
            print(denoiser.cleaned(rows).argmax(1).tolist())  # finding: `denoiser` is evaluated in train mode
            print(restored.code_of(rows).argmax(1).tolist())  # finding: `restored` is evaluated in train mode
            print(switched.code_of(rows).argmax(1).tolist(), fresh.code_of(rows).argmax(1).tolist())


look_at(torch.load("rows.pt", weights_only=True))
