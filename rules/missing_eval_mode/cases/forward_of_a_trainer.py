"""Trainers that validate by their own forward, whose results attributes keep."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Coder(nn.Module):
    def __init__(self, inner: int, outer: int) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(inner, outer), nn.Dropout(0.2), nn.LeakyReLU(0.2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)


class Trainer:
    def __init__(self, encoder: nn.Module, decoder: nn.Module) -> None:
        self.encoder, self.decoder = encoder, decoder
        self.optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-3)
        self.loss_of = nn.L1Loss()

    def forward(self, batch: torch.Tensor) -> None:
        self.batch = batch.float()
        self.latents = self.encoder(self.batch)
        self.result = self.decoder(self.latents)

    def compute(self) -> None:
        self.loss = self.loss_of(self.result, self.batch)

    def update(self) -> None:
        self.optimizer.zero_grad()
        self.compute()
        self.loss.backward()
        self.optimizer.step()

    def train(self, loader: DataLoader, val_loader: DataLoader) -> None:
        for epoch in range(20):
            for batch in loader:
                self.encoder.train()
                self.decoder.train()
                self.forward(batch)
                self.update()
            self.decoder.eval()
            val_loss = 0.0
            with torch.no_grad():
                for batch in val_loader:
                    self.forward(batch)  # finding: `forward` evaluates `self.encoder` in train mode
                    self.compute()
                    val_loss += self.loss.item()
            print(epoch, val_loss / len(val_loader))


def main() -> None:
    loaders = [DataLoader(torch.randn(64, 8), batch_size=16) for _ in range(2)]
    Trainer(Coder(8, 4), Coder(4, 8)).train(*loaders)


main()
