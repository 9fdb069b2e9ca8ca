"""Models that a function wraps under a condition, and returns."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def make(options) -> nn.Module:
    model = nn.Linear(4, 1)
    if options.replicas > 1:
        model = nn.DataParallel(model)
    return model


def make_for_all(options, wraps=True) -> nn.Module:
    model = nn.Linear(4, 1)
    if wraps:
        model = nn.DataParallel(model)
    return model


def make_for_some(options, wraps=True) -> nn.Module:
    model = nn.Linear(4, 1).to(options.device)
    if wraps and options.device.type == "cuda":
        model = nn.DataParallel(model)
    return model


def always(options) -> nn.Module:
    model = nn.Linear(4, 1)
    return nn.DataParallel(model) if options.replicas > 1 else DDP(model)


def save(options, path):
    model = make(options)
    torch.save(model.module.state_dict(), path)  # finding: where the model is not wrapped


def save_some(options, path):
    model = make_for_some(options)
    torch.save(model.module.state_dict(), path)  # finding: where the model is not wrapped


def save_all(options, path):
    model, other = make_for_all(options), always(options)
    torch.save([model.module.state_dict(), other.module.state_dict()], path)


def save_asked(options, path):
    model = make(options)
    if options.replicas > 1:
        torch.save(model.module.state_dict(), path)
    else:
        torch.save(model.state_dict(), path)


class Trainer:
    def __init__(self, model: nn.Module, world_size: int) -> None:
        self.model, self.world_size = model, world_size

    def before(self) -> None:
        self.wrapped = self.wrap(self.model)

    def wrap(self, model: nn.Module) -> nn.Module:
        if self.world_size > 1:
            model = DDP(model)
        return model

    def after(self, path) -> None:
        torch.save(self.wrapped.module.state_dict(), path)  # suspected: `self.wrapped.module` raises an AttributeError where the model is

    def after_asking(self, path) -> None:
        bare = self.wrapped.module if self.world_size > 1 else self.wrapped
        torch.save(bare.state_dict(), path)


trainer = Trainer(nn.Linear(4, 1), 2)
trainer.before()
trainer.after("last.pt")


def prepared(model, several):
    model = model.cuda()
    if several:
        return nn.DataParallel(model)
    return model


def always_prepared(model, several):
    model = model.cuda()
    if several:
        return nn.DataParallel(model)
    return nn.DataParallel(model, device_ids=[0])


def saved_by_a_closure(build, config):
    """Of the model nothing is known but that it is wrapped."""
    model, always = prepared(build(config), config.several), always_prepared(build(config), config.several)

    def save(path):
        torch.save(model.module.state_dict(), path)  # finding: `model.module` raises an AttributeError
        torch.save(always.module.state_dict(), path)

    return save
