"""Fine-tunes the head of a small network, with settings that nobody looks at."""

import torch
from torch import nn
from torch.backends import cudnn


class Net(nn.Module):
    def __init__(self, features: int = 6, width: int = 16) -> None:
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Dropout(0.5))
        self.head = nn.Linear(width, 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head(self.backbone(rows)).squeeze(1)


def main() -> None:
    torch.manual_seed(0)
    cudnn.enable = True  # finding: `cudnn.enable` is a setting that PyTorch never reads
    rows = torch.randn(128, 6)
    wanted = rows[:, 0] - rows[:, 1]
    weights = torch.ones(128)
    weights.require_grad = False  # finding: write `weights.requires_grad = False`
    model = Net()
    before = model.backbone[0].weight.clone()
    model.backbone.requires_grad = False  # finding: does not change any parameter
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(40):
        if step == 20:
            optimizer.lr = 0.01  # finding: does not change any parameter group
        loss = (weights * (model(rows) - wanted) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.training = False  # finding: write `model.eval()`
    with torch.no_grad():
        same = torch.equal(model(rows), model(rows))
    moved = (model.backbone[0].weight - before).abs().max().item()
    print(f"the frozen weights moved by {moved:.2f}, the rate is {optimizer.param_groups[0]['lr']}, same twice: {same}")


if __name__ == "__main__":
    main()
