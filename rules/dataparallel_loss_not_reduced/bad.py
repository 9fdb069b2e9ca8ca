"""A classifier that computes its own loss, on as many GPUs as there are."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        loss: torch.Tensor = self.criterion(self.layer(x), y)
        return loss


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.DataParallel(Classifier().to(device))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(20):
    x = torch.randn(32, 8, device=device)
    y = x[:, :3].argmax(1)
    optimizer.zero_grad()
    loss = model(x, y)
    loss.backward()  # finding: fails with several GPUs: `DataParallel` returns one loss per GPU
    optimizer.step()
print(loss.detach())
