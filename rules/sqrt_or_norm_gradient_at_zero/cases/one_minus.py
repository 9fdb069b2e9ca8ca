import torch
import torch.nn.functional as F
from torch import nn


class Margin(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(5, 4))
        self.layer = nn.Linear(4, 4)

    def forward(self, x, scale):
        x = self.layer(x)
        cosine = F.linear(F.normalize(x), F.normalize(self.weight))
        sine = torch.sqrt(1.0 - torch.pow(cosine, 2))  # finding: is 1 minus a square, and its square root has an inf
        bounded = torch.tanh(x)
        height = torch.sqrt(1 - bounded * bounded)  # finding: add a small constant inside the root
        depth = (1 - x**2).sqrt()  # suspected: `1 - x**2` is 1 minus a square
        kept = torch.sqrt(1 - cosine.pow(2) + 1e-7) + torch.sqrt((1 - cosine**2).clamp(min=1e-6))
        return sine.sum() + height.sum() + depth.sum() + kept.sum() + torch.sqrt(1 - scale**2)


def train(x, optimizer):
    model = Margin()
    alpha = torch.linspace(0, 1, 5)
    loss = model(x, torch.tensor(0.5)) + (torch.sqrt(1 - alpha**2) * x.sum()).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
