"""Stepped here in some way, or handed to whoever steps it."""

import pytorch_lightning
import torch
import torch.nn.functional as F
from elsewhere import Engine, fit
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR, StepLR


def train(net, optimizer, rows):
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def one_of_several(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedulers = [StepLR(optimizer, 30), CosineAnnealingLR(optimizer, 90)]
    train(net, optimizer, rows)
    for scheduler in schedulers:
        scheduler.step()


def by_another(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    warmup, cosine = LinearLR(optimizer), CosineAnnealingLR(optimizer, 90)
    scheduler = SequentialLR(optimizer, [warmup, cosine], milestones=[5])
    train(net, optimizer, rows)
    scheduler.step()


def returned(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    train(net, optimizer, rows)
    return optimizer, StepLR(optimizer, 30)


def handed_on(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    train(net, optimizer, rows)
    fit(net, optimizer, scheduler)


def to_an_object(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    engine = Engine(net, {"scheduler": StepLR(optimizer, 30)})
    train(net, optimizer, rows)
    engine.run()


def by_a_helper(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)

    def end_of_epoch():
        scheduler.step()

    for _ in range(90):
        train(net, optimizer, rows)
        end_of_epoch()


class Lit(pytorch_lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [StepLR(optimizer, 30)]


def only_looked_at():
    optimizer = torch.optim.SGD([torch.zeros(1)], lr=0.1)
    print(StepLR(optimizer, 30).get_last_lr())
