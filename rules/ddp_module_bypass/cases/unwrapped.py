"""Models that are taken out of what accelerate has prepared."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class Runner:
    def __init__(self, model: nn.Module, loader: DataLoader[tuple[torch.Tensor, ...]]) -> None:
        self.accelerator = Accelerator()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.model, self.optimizer, self.loader = self.accelerator.prepare(model, optimizer, loader)

    def train(self) -> None:
        for x, y in self.loader:
            self.optimizer.zero_grad()
            out = self.accelerator.unwrap_model(self.model)(x)  # finding: bypasses what `prepare` returned
            self.accelerator.backward(F.cross_entropy(out, y))
            self.optimizer.step()

    def train_by_name(self) -> None:
        bare = self.accelerator.unwrap_model(self.model)
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.accelerator.backward(F.cross_entropy(bare(x), y))  # finding: bypasses what `prepare` returned
            self.optimizer.step()

    def train_prepared(self) -> None:
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.accelerator.backward(F.cross_entropy(self.model(x), y))
            self.optimizer.step()

    @torch.no_grad()
    def evaluate(self) -> float:
        bare = self.accelerator.unwrap_model(self.model).eval()
        right = sum((bare(x).argmax(1) == y).sum().item() for x, y in self.loader)
        self.model.train()
        return right / len(self.loader)


if __name__ == "__main__":
    rows = TensorDataset(torch.randn(64, 4), torch.randint(0, 2, (64,)))
    runner = Runner(nn.Linear(4, 2), DataLoader(rows, batch_size=8, shuffle=True))
    runner.train()
    runner.train_by_name()
    runner.train_prepared()
    runner.evaluate()
