"""Numbers of a batch that a list is extended by, which one number alone is not, and entries of a batch."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.score = nn.Linear(8, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.score(torch.relu(self.hidden(x)))


@torch.no_grad()
def predict(dataset):
    model, scores, chances, added = Scorer().eval(), [], [], []
    for x, _ in DataLoader(dataset, batch_size=32):
        scores.extend(model(x).squeeze().tolist())  # finding: use `.squeeze(-1)`
        chance = torch.sigmoid(model(x)).squeeze().tolist()  # finding: use `.squeeze(-1)`
        chances.extend(chance)
        added += model(x).squeeze().tolist()  # finding: use `.squeeze(-1)`
    return scores, chances, added


@torch.no_grad()
def kept_as_they_are(dataset):
    model, kept = Scorer().eval(), []
    for x, _ in DataLoader(dataset, batch_size=32):
        kept.append(model(x).squeeze().tolist())
    return kept


def train(dataset, model: Scorer, optimizer):
    for batch in DataLoader(dataset, batch_size=32, shuffle=True):
        out = model(batch["x"])
        loss = F.binary_cross_entropy_with_logits(out.squeeze(), batch["y"])  # finding: use `.squeeze(-1)`
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
