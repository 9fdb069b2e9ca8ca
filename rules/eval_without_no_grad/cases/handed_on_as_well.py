"""A helper that one caller reads numbers from, while another is handed to code elsewhere that may differentiate it."""

import torch
from explanations import attributions  # not here
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
model.eval()


def scores(inputs):
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled


def best_score(inputs):
    return scores(inputs).max(1).values


batch = torch.rand(4, 8)
print("predicted", scores(batch).argmax(1).tolist())
print("because of", attributions(best_score, batch))
