"""A course's trainer: one loop over both stages, which switches the mode and forgets the gradients."""

import copy

import torch
from torch import nn


def train_model(network, batches, rounds=20):
    objective = nn.CrossEntropyLoss()
    adam = torch.optim.Adam(network.parameters(), lr=1e-3)
    best, best_weights = 0.0, None
    for _ in range(rounds):
        for stage in ["training", "validation"]:
            if stage == "training":
                network.train()
            else:
                network.eval()
            hits = rows = 0
            for pictures, kinds in batches[stage]:
                scores = network(pictures)  # finding: gradients enabled when `stage` is `"validation"`
                error = objective(scores, kinds)
                if stage == "training":
                    adam.zero_grad()
                    error.backward()
                    adam.step()
                hits += (scores.argmax(1) == kinds).sum().item()
                rows += len(kinds)
            if stage == "validation" and hits / rows > best:
                best, best_weights = hits / rows, copy.deepcopy(network.state_dict())
    return best_weights
