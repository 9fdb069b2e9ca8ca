"""Models that the caller has wrapped, and accelerate's that an object keeps."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Autoencoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Linear(8, 2)
        self.decoder = nn.Linear(2, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decoder(self.encoder(x))

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        return self.encoder(x)


class Engine:
    def __init__(self, model: nn.Module) -> None:
        self.model = model
        self.bare = model.module if isinstance(model, DistributedDataParallel) else model

    def show(self, x: torch.Tensor) -> torch.Tensor:
        return self.model.encode(x)  # suspected: raises an AttributeError once `self.model` is a

    def show_bare(self, x: torch.Tensor) -> torch.Tensor:
        return self.bare.encode(x)


class EngineOfBare:
    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def show(self, x: torch.Tensor) -> torch.Tensor:
        return self.model.encode(x)


def freeze(model: nn.Module) -> None:
    model.encoder.requires_grad_(False)  # suspected: raises an AttributeError once `model` is a


def freeze_bare(model: nn.Module) -> None:
    model.encoder.requires_grad_(False)


class Trainer:
    def __init__(self, model: Autoencoder) -> None:
        self.accelerator = Accelerator()
        self.bare = model
        self.model, self.optimizer = self.accelerator.prepare(model, torch.optim.Adam(model.parameters()))

    def step(self, x: torch.Tensor) -> None:
        loss = (self.model(x) - x).square().mean()
        self.accelerator.backward(loss)
        self.optimizer.step()

    def preview(self, x: torch.Tensor) -> torch.Tensor:
        return self.model.encode(x)  # suspected: raises an AttributeError in several processes

    def preview_bare(self, x: torch.Tensor) -> torch.Tensor:
        return self.bare.encode(x) + self.accelerator.unwrap_model(self.model).encode(x)


def taken_out(model: nn.Module) -> nn.Module:
    return model.module if hasattr(model, "module") else model


def widths(model: nn.Module) -> tuple[int, int]:
    return model.encoder.out_features, model.decoder.out_features


def scaled(layer: nn.Module) -> None:
    kind = layer.__class__.__name__
    if kind.startswith("Linear"):
        layer.weight.data.mul_(0.5)
    elif type(layer) is Autoencoder:
        layer.encoder.requires_grad_(False)


def main(x: torch.Tensor) -> None:
    torch.distributed.init_process_group("gloo")
    bare = Autoencoder()
    freeze_bare(bare)
    EngineOfBare(bare).show(x)
    model = DistributedDataParallel(bare)
    freeze(model)
    widths(taken_out(model))
    model.apply(scaled)
    engine = Engine(model)
    engine.show(x)
    engine.show_bare(x)
    trainer = Trainer(Autoencoder())
    trainer.step(x)
    trainer.preview(x)
    trainer.preview_bare(x)


if __name__ == "__main__":
    main(torch.rand(4, 8))
