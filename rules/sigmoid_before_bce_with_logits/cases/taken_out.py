"""A model's last layer is taken out by its name, so that the loss has the logits that it wants; or it is left in."""

import torch
import torch.nn.functional as F
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.head, self.squash = nn.Linear(8, 1), nn.Sigmoid()

    def forward(self, x):
        return self.squash(self.head(x))


def take_out(model, names):
    for name in names:
        setattr(model, name, nn.Identity())


torch.manual_seed(0)
rows, labels = torch.randn(16, 8), torch.randint(2, (16, 1)).float()
stripped, whole = Detector(), Detector()
take_out(stripped, ["squash"])
loss = F.binary_cross_entropy_with_logits(stripped(rows), labels)  # finding: sigmoid  # refuted
loss.backward()
print(loss.item())
loss = F.binary_cross_entropy_with_logits(whole(rows), labels)  # finding: sigmoid
loss.backward()
print(loss.item())
