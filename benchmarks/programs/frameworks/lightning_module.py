"""A classifier as a LightningModule, with a log of its own beside Lightning's."""

# needs: lightning
# runs: {python} -W ignore {path}

import logging

import lightning as L
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 3), nn.Softmax(dim=-1))
        self.epoch_losses = []
        self.val_losses = []

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)  # confirmed by softmax-before-cross-entropy
        self.epoch_losses.append(loss)  # confirmed by list-accumulates-graph
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.val_losses.append(F.nll_loss((self(x) + 1e-9).log(), y))

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-2)


def main():
    for name in ("lightning.pytorch", "lightning.fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    L.seed_everything(5)
    x = torch.randn(96, 8)
    y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    train, val = DataLoader(TensorDataset(x, y), 8), DataLoader(TensorDataset(x[:16], y[:16]), 8)
    model = Classifier()
    trainer = L.Trainer(
        max_epochs=2, accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False,
        enable_model_summary=False,
    )
    trainer.fit(model, train, val)
    print(f"{len(model.epoch_losses)} losses, {len(model.val_losses)} of validation, {model.val_losses[-1].item():.6f}")
    torch.save(model.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
