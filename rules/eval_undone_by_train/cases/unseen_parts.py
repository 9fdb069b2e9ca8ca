"""Parts of classes that are not seen, in modules that a configuration makes, a framework trains, or that only wrap."""

import lightning
import torch
import zoo
from torch import nn


class Judged(nn.Module):
    """No code makes one by its name, and it has parameters that are there to be trained."""

    def __init__(self):
        super().__init__()
        self.perceptual = zoo.Perceptual().eval()  # suspected: `Judged.train()` puts `self.perceptual` back in train
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, made, rows):
        return self.perceptual(made, rows).mean() - self.critic(made).mean()


class Encoded(nn.Module):
    """A method of the part is called, and a comment mentions what would keep its mode."""

    def __init__(self, config):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.build(config)

    def build(self, config):
        made = zoo.build(config)
        self.first = made.eval()  # suspected: `Encoded.train()` puts `self.first` back in train mode
        # self.first.train = no_train

    def forward(self, x):
        return self.body(self.first.encode(x))


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.fixed = zoo.Perceptual().eval()
        self.fixed.train = lambda mode=True: self.fixed
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        return self.body(self.fixed(x))


class Wraps(nn.Module):
    """It has nothing that could be trained."""

    def __init__(self, model, times):
        super().__init__()
        self.model = zoo.wrap(model)
        self.model.eval()
        self.times = times

    def forward(self, x):
        return self.model(x) * self.times


class Distils(lightning.LightningModule):
    """The framework's trainer calls its train()."""

    def __init__(self):
        super().__init__()
        self.teacher = zoo.Teacher().eval()  # suspected: `Distils.train()` puts `self.teacher` back in train mode
        self.student = nn.Linear(4, 4)

    def training_step(self, batch, index):
        return (self.student(batch) - self.teacher(batch)).pow(2).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.student.parameters(), lr=0.1)
