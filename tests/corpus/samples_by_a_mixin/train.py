"""Puts both together."""

import torch
from samples import Tinted
from sources import Faces
from torch.utils.data import DataLoader


class TintedFaces(Faces, Tinted):
    pass


def main(model, rows):
    optimizer = torch.optim.Adam(model.parameters())
    for faces in DataLoader(TintedFaces(rows), batch_size=8, shuffle=True, num_workers=4):
        optimizer.zero_grad()
        model(faces).square().mean().backward()
        optimizer.step()
