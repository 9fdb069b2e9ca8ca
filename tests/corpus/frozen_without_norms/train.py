"""The program."""

import torch
from losses import Perceived
from tokens import Tokens


def train(settings, images):
    model, criterion = Tokens(settings), Perceived()
    model.load_state_dict(torch.load(settings.path, weights_only=True))
    model.encoder.requires_grad_(False)
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for batch in images:
        optimizer.zero_grad()
        criterion(model(batch), batch).backward()
        optimizer.step()
