"""A training loop with accelerate's Accelerator, which prepares model, optimizer and loader."""

# needs: accelerate
# runs: {python} {path}

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def evaluate(model, loader):
    model.eval()
    right = 0.0
    for x, y in loader:
        logits = model(x)  # confirmed by eval-without-no-grad
        right += ((logits > 0).float() == y).float().sum().item()
    return right  # undecided by metric-not-reduced-across-ranks


def main():
    set_seed(1)  # undecided by same-seed-on-every-rank
    accelerator = Accelerator(cpu=True)
    x = torch.randn(160, 6)
    y = (x.sum(1, keepdim=True) > 0).float()
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    loader, held_out = DataLoader(TensorDataset(x[:128], y[:128]), 8), DataLoader(TensorDataset(x[128:], y[128:]), 8)
    model, optimizer, loader, held_out = accelerator.prepare(model, optimizer, loader, held_out)
    criterion = nn.BCEWithLogitsLoss()
    for epoch in range(2):
        model.train()
        total = 0.0
        for batch, targets in loader:
            optimizer.zero_grad()
            loss = criterion(torch.sigmoid(model(batch)), targets)  # confirmed by sigmoid-before-bce-with-logits
            accelerator.backward(loss)
            optimizer.step()
            total += loss  # confirmed by loss-accumulates-graph
        print(f"epoch {epoch}: {total.item():.6f}, {evaluate(model, held_out):.0f} of 32 right")
    torch.save(accelerator.unwrap_model(model).state_dict(), "weights.pt")  # undecided by save-on-every-rank


if __name__ == "__main__":
    main()
