"""Lightning differentiates what `training_step` returns, and turns gradients off around all that evaluates."""

import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import Callback
from torch import nn
from torch.nn import functional as F


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 3)
        self.last = None
        self.kept = []
        self.seen = []

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        reveal(loss)  # tensor, grad
        reveal(self.log("loss", loss))  # none
        self.kept.append(loss)  # finding: `self.kept` keeps the graph
        self.last = loss
        return {"loss": loss, "logits": self(x)}

    def validation_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        reveal(logits)  # tensor, no grad
        self.seen.append(logits)
        return F.cross_entropy(logits, y)

    def on_validation_epoch_end(self):
        reveal(self.net(torch.zeros(1, 8)))  # tensor, no grad
        self.seen.clear()

    def on_predict_batch_end(self, outputs, batch, batch_idx):
        reveal(self.net(batch[0]))  # tensor, no grad

    def on_train_epoch_end(self):
        reveal(self.net(torch.zeros(1, 8)))  # tensor, grad

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class StepsInSteps(pl.LightningModule):
    """One step calls another: each is called by the framework all the same."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 3)
        self.losses = []

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).mean()
        self.losses.append(loss)  # finding: `self.losses` keeps the graph
        return loss

    def validation_step(self, batch, batch_idx):
        return self.training_step(batch, batch_idx)


class Pictures(Callback):
    def on_validation_epoch_end(self, trainer, pl_module):
        reveal(pl_module)  # module
        reveal(pl_module(torch.zeros(1, 8)))  # output, no grad

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        reveal(pl_module.training)  # unknown


def main(loader):
    trainer = pl.Trainer(max_epochs=1)
    reveal(trainer)  # framework, lightning.Trainer
    model = Classifier()
    reveal(trainer.fit(model, loader))  # none
    reveal(trainer.predict(model, loader))  # output, no grad, assumed
    best = Classifier.load_from_checkpoint("best.ckpt")
    reveal(best)  # module, Classifier
    best.eval()
    for x, _ in loader:
        print(best(x).argmax(1))  # finding: `best` is evaluated with gradients enabled
