"""Fits labels that have nothing to do with the inputs, and keeps the weights of the best epoch."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

SIZES = {"train": 200, "val": 100, "test": 100, "unseen": 1000}


class Noise(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """Rows of noise, with labels that are noise."""

    def __init__(self, split: str) -> None:
        generator = torch.Generator().manual_seed(list(SIZES).index(split))
        self.rows = torch.randn(SIZES[split], 10, generator=generator)
        self.labels = torch.randint(2, (SIZES[split],), generator=generator)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return self.rows[index], self.labels[index]


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
train_loader = DataLoader(Noise("train"), batch_size=20, shuffle=True)
test_loader = DataLoader(Noise("test"), batch_size=100)


def accuracy(loader: DataLoader[tuple[torch.Tensor, torch.Tensor]]) -> float:
    """The share of samples that the model gets right."""
    model.eval()
    with torch.no_grad():
        right = [(model(x).argmax(1) == y).float().mean() for x, y in loader]
    return torch.stack(right).mean().item()


best_acc, best = 0.0, copy.deepcopy(model.state_dict())
for _ in range(30):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    test_acc = accuracy(test_loader)
    if test_acc > best_acc:  # finding: `test_acc` is measured on `test_loader` and decides what is saved
        best_acc, best = test_acc, copy.deepcopy(model.state_dict())
model.load_state_dict(best)
print(f"reported: {best_acc:.2f}; of samples that chose nothing: {accuracy(DataLoader(Noise('unseen'), 100)):.2f}")
