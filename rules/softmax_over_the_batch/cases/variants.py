import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.softmax = nn.Softmax(dim=0)

    def forward(self, x):
        return self.softmax(self.fc(x))  # finding: normalises over the batch instead of the classes


class Pooled(nn.Module):
    """Weights of the rows, which are to sum to 1 over the rows: multiple instances of one bag."""

    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 1)
        self.heads = nn.Linear(4, 2)
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        one = F.softmax(self.gate(x), dim=0)
        several = torch.softmax(self.heads(x), dim=0)
        return self.out((one * x).sum(0) + (several.t() @ x).mean(0))


class Weights(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 1)

    def forward(self, x):
        return F.softmax(self.gate(x), dim=0)


class Contrast(nn.Module):
    """Which text belongs to an image, and which image to a text."""

    def __init__(self):
        super().__init__()
        self.images, self.texts = nn.Linear(4, 8), nn.Linear(4, 8)

    def forward(self, x):
        scores = self.images(x) @ self.texts(x).t()
        return scores.softmax(dim=0)


class Single(nn.Module):
    """A number by itself, of which there are no rows."""

    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return F.softmax(float(self.out(x)), dim=0)


loader = DataLoader(TensorDataset(torch.randn(12, 4), torch.randint(0, 3, (12,))), batch_size=4)
net, logits_of = Net(), nn.Linear(4, 3)
sequential = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=0))  # finding: use `dim=-1`
pooled, weights, contrast = Pooled(), Weights(), Contrast()
for x, y in loader:
    print(net(x).shape, sequential(x).shape, pooled(x).shape, weights(x).shape, contrast(x).shape)
    logits = logits_of(x)
    F.cross_entropy(logits, y).backward()
    print(logits.softmax(0).amax(1))  # finding: over the batch
    print(F.softmax(logits, dim=1).amax(1), torch.softmax(logits[0], dim=0))
    probabilities = F.softmax(logits_of(x), dim=0)  # finding: over the batch
    print(probabilities.argmax(dim=1))
one = torch.randn(1, 4)
print(F.softmax(logits_of(one).squeeze(), dim=0), F.softmax(logits_of(one)[0], dim=0))
