"""Evaluates a classifier of two clusters, in batches of 32."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
labels = torch.randint(2, (512,))
loader = DataLoader(TensorDataset(torch.randn(512, 2) + 2.0 * labels[:, None], labels), batch_size=32)
model = nn.Linear(2, 2)
model.eval()

total, correct = 0.0, 0
with torch.no_grad():
    for rows, targets in loader:
        logits = model(rows)
        total += F.cross_entropy(logits, targets).item()
        correct += (logits.argmax(dim=1) == targets).sum().item()

total /= len(loader.dataset)  # finding: adds up one mean per batch but is divided by the number of samples
accuracy = 100 * correct / len(loader)  # finding: counts samples but is divided by the number of batches
print(f"loss {total:.4f}, accuracy {accuracy:.1f} %")
