"""Steps of Lightning, which runs them in train mode as long as nothing switches a part."""

import lightning
import torch
from torch import nn
from torchvision.models import resnet18


class Probe(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.backbone = resnet18(weights="DEFAULT")
        self.head = nn.Linear(1000, 4)
        for p in self.backbone.parameters():  # finding: `self.backbone` is frozen, but its BatchNorm statistics
            p.requires_grad = False

    def forward(self, x):
        return self.head(self.backbone(x))

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.cross_entropy(self(x), y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.head.parameters(), 0.1)


class ProbeWithItsStatistics(Probe):
    def on_train_epoch_start(self):
        self.backbone.eval()


class Kept(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.backbone = resnet18(weights="DEFAULT").eval()
        self.head = nn.Linear(1000, 4)
        self.backbone.requires_grad_(False)

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.cross_entropy(self.head(self.backbone(x)), y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.head.parameters(), 0.1)


class Finetuned(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.backbone = resnet18(weights="DEFAULT")

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.cross_entropy(self.backbone(x), y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)
