import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        return self.softmax(self.layers(x))  # finding: use `sigmoid`


class Attention(nn.Module):
    """Weights over time, or over the rows of a bag."""

    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)
        self.over_time = nn.Softmax(dim=1)

    def forward(self, x):
        weights = F.softmax(self.score(x), dim=1)
        again = self.over_time(self.score(x))
        flat = self.score(x).squeeze(-1).softmax(dim=-1)
        return (weights * x).sum(1) + (again * x).sum(1) + (flat.unsqueeze(-1) * x).sum(1)


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        weights = torch.transpose(self.score(x), 1, 0)
        return F.softmax(weights, dim=1) @ x


one, two = nn.Linear(4, 1), nn.Linear(4, 2)
x = torch.rand(6, 4)
print(F.cross_entropy(one(x), torch.rand(6, 1)))  # finding: use `binary_cross_entropy_with_logits`
print(F.log_softmax(one(x), dim=-1))  # finding: `one(x)` has a single column
print(F.cross_entropy(two(x), torch.randint(0, 2, (6,))), two(x).softmax(-1))
print(F.binary_cross_entropy_with_logits(one(x), torch.rand(6, 1)), one(x).softmax(dim=0))
print(Net()(x).shape, Attention()(torch.rand(2, 6, 4)).shape, Bag()(x).shape)
both = torch.cat([one(x), -one(x)], dim=1)
print(F.cross_entropy(both, torch.randint(0, 2, (6,))))
