"""A training whose memory runs out in its fifth step, as PyTorch says it on the CPU."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.up = nn.Linear(256, 1024)
        self.down = nn.Linear(1024, 256)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.up(x)
        hidden = nn.functional.gelu(hidden)
        result: torch.Tensor = x + self.down(hidden)
        return result


model = nn.Sequential(Block(), Block())
optimizer = torch.optim.Adam(model.parameters())


def step(number: int, x: torch.Tensor) -> None:
    loss = model(x).square().mean()
    if number == 4:
        pad = torch.zeros(500_000)
        loss = loss + torch.empty(10**14).sum() + pad.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item().hex())


for number, (x,) in enumerate(DataLoader(TensorDataset(torch.randn(2048, 256)), batch_size=256)):
    step(number, x)
