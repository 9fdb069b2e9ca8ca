"""Models that other packages make, as their names say."""

import torch
from somewhere import load


def evaluate(config, model, batch):
    model = load(config)
    model.training = False  # suspected: does not change the layers inside; write `model.eval()`
    session = load("session")
    session.training = False
    net = load("net")
    net.training = config.training
    return model(torch.as_tensor(batch))
