import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self, width, classes=1):
        super().__init__()
        self.layer = nn.Linear(width, classes)

    def forward(self, x):
        return self.layer(x)


one, two, given = Head(4), Head(4, 2), Head(4, classes=3)
x = torch.rand(6, 4)
labels = torch.randint(0, 2, (6,))
print(F.cross_entropy(one(x), labels))  # finding: use `binary_cross_entropy_with_logits`
print(F.cross_entropy(two(x), labels), F.cross_entropy(given(x), labels))

last = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1), nn.Softmax(dim=-1))  # finding: use `sigmoid`
flat = nn.Sequential(nn.Flatten(), nn.Linear(4, 1), nn.LogSoftmax(dim=1))  # finding: `nn.Linear(4, 1)` has a single
over_time = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1), nn.Softmax(dim=1))
of_several = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=-1))
between = nn.Sequential(nn.Linear(4, 1), nn.Unflatten(0, (2, 3)), nn.Softmax(dim=1))
print(last(x), flat(x), over_time(x[None]), of_several(x), between(x))
