"""Models that are moved after they may have been wrapped, and models that an object keeps."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(x: torch.Tensor, device: torch.device, several: bool) -> None:
    model = nn.Linear(4, 2)
    if several:
        model = nn.DataParallel(model)
    model = model.to(device)
    print(model(x))
    torch.save(model.module.state_dict(), "model.pt")  # finding: where the model is not wrapped


def train_asked(x: torch.Tensor, device: torch.device, several: bool) -> None:
    model = nn.Linear(4, 2)
    if several:
        model = nn.DataParallel(model)
    model = model.to(device)
    print(model(x))
    torch.save((model.module if several else model).state_dict(), "model.pt")


def train_wrapped(x: torch.Tensor, device: torch.device) -> None:
    model = nn.Linear(4, 2)
    model = nn.DataParallel(model)
    model = model.to(device).train()
    print(model(x))
    torch.save(model.module.state_dict(), "model.pt")


class Trainer:
    def __init__(self, model: nn.Linear, several: bool) -> None:
        self.several = several
        self.model = model
        if several:
            self.model = DistributedDataParallel(model)

    def save(self) -> None:
        torch.save(self.model.module.state_dict(), "model.pt")  # suspected: where the model is not wrapped

    def save_asked(self) -> None:
        model = self.model.module if self.several else self.model
        torch.save(model.state_dict(), "model.pt")


class Wrapped:
    def __init__(self, model: nn.Linear) -> None:
        self.model = DistributedDataParallel(model)

    def save(self) -> None:
        torch.save(self.model.module.state_dict(), "model.pt")


def main(several: bool) -> None:
    trainer = Trainer(nn.Linear(4, 2), several)
    trainer.save()
    trainer.save_asked()
    Wrapped(nn.Linear(4, 2)).save()
