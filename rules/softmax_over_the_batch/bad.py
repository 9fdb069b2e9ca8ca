"""A classifier whose softmax goes along the batch, so that samples compete with each other."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, features: int = 8, classes: int = 4) -> None:
        super().__init__()
        self.hidden = nn.Linear(features, 32)
        self.out = nn.Linear(32, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.hidden(x))
        return nn.functional.log_softmax(self.out(x), dim=0)  # finding: normalises over the batch instead of the classes; use `dim=-1`


def samples(count: int) -> TensorDataset:
    x = torch.randn(count, 8)
    return TensorDataset(x, x[:, :4].argmax(1))


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(samples(1024), batch_size=32, shuffle=True)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(3):
        for x, y in loader:
            loss = nn.functional.nll_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    x, y = samples(1000).tensors
    model.eval()
    with torch.no_grad():
        together = (model(x).argmax(1) == y).float().mean().item()
        alone = torch.cat([model(row).argmax(1) for row in x.split(1)])
    print(f"accuracy {together:.2f} in one batch, {(alone == y).float().mean().item():.2f} one by one")


if __name__ == "__main__":
    main()
