"""Models that derive from those of a library, and from what is not known."""

import torch
from acme import Backbone
from torch import nn
from transformers import BartModel


class Scorer(BartModel):
    def __init__(self, config):
        super().__init__(config)
        self.head = nn.Linear(config.d_model, 1)

    def forward(self, input_ids):
        return self.head(super().forward(input_ids)[0])


class OfOthers(Backbone, nn.Module):
    def forward(self, x):
        return x


def score(batches, device):
    model = Scorer.from_pretrained("scorer")
    model.to(device)
    model.eval()
    with torch.no_grad():
        return [model.forward(tokens) for tokens in batches]  # finding: skips the hooks of `model`


def features(images):
    return OfOthers().forward(images)
