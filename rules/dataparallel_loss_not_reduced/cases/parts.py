"""Losses that are taken out of what the model returns."""

import torch
from torch import nn
from torch.nn import functional as F


class Tagger(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = self.layer(x)
        loss = F.cross_entropy(logits, y)
        return loss, logits


class Named(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = self.layer(x)
        return {"loss": F.cross_entropy(logits, y), "logits": logits}


class Scores(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


def tuples(x: torch.Tensor, y: torch.Tensor, scaler: torch.amp.GradScaler, accumulate: int) -> None:
    model = nn.DataParallel(Tagger())
    loss, logits = model(x, y)
    loss = loss / accumulate
    scaler.scale(loss).backward()  # finding: fails with several GPUs
    loss = model(x, y)[0] + 0.1 * logits.pow(2).mean()
    loss.backward()  # finding: fails with several GPUs


def reduced(x: torch.Tensor, y: torch.Tensor) -> None:
    model = nn.DataParallel(Tagger(), device_ids=[0, 1])
    loss, _ = model(x, y)
    loss.mean().backward()
    loss = model(x, y)[0].sum() / 2
    loss.backward()
    loss = torch.mean(model(x, y)[0])
    loss.backward()
    loss = model(x, y)[0]
    loss.backward(torch.ones_like(loss))


def dictionaries(x: torch.Tensor, y: torch.Tensor) -> None:
    model = nn.DataParallel(Named())
    out = model(x, y)
    out["loss"].backward()  # finding: fails with several GPUs
    one = nn.DataParallel(Named(), device_ids=[0])
    one(x, y)["loss"].backward()


def outside(x: torch.Tensor, y: torch.Tensor) -> None:
    model = nn.DataParallel(Scores())
    loss = F.cross_entropy(model(x), y)
    loss.backward()


def inside(x: torch.Tensor, y: torch.Tensor) -> None:
    model = nn.DataParallel(Tagger())
    loss, _ = model.module(x, y)
    loss.backward()


def asked(x: torch.Tensor, y: torch.Tensor) -> None:
    model: nn.Module = Tagger()
    n_gpu = torch.cuda.device_count()
    if n_gpu > 1:
        model = nn.DataParallel(model)
    loss, _ = model(x, y)
    if n_gpu > 1:
        loss = loss.mean()
    loss.backward()
    loss, _ = model(x, y)
    if n_gpu > 1:
        loss.mean().backward()
    else:
        loss.backward()


def forgotten(x: torch.Tensor, y: torch.Tensor) -> None:
    model: nn.Module = Tagger()
    if torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
    loss, _ = model(x, y)
    loss.backward()  # finding: fails with several GPUs


def tried(x: torch.Tensor, y: torch.Tensor) -> None:
    model = nn.DataParallel(Tagger())
    loss, _ = model(x, y)
    try:
        loss.backward()
    except RuntimeError:
        loss.mean().backward()
