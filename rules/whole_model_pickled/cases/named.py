"""What only its name says to be a module."""

import torch


def save_one(settings, learner, path):
    if len(settings["devices"]) > 1:
        weight = learner._network
    else:
        weight = learner._network.cpu()
    torch.save(weight, path)  # suspected: `weight` is pickled whole


def save_directly(trainer, path):
    torch.save(trainer.model, path)  # suspected: save `trainer.model.state_dict()`
    torch.save(trainer.net.to("cpu"), path)  # suspected: save `trainer.net.state_dict()`
    torch.save(trainer.ema_model.eval(), path)  # finding: save `trainer.ema_model.state_dict()`


def save_given(model, path):
    torch.save(model, path)  # may be given a state dict


def save_parts(trainer, path, part):
    state = trainer.model.state_dict() if part else trainer.model
    torch.save(state, path)
    torch.save(trainer.model.weight, path)
    torch.save(trainer.models, path)
    weight = trainer.model
    if part:
        weight = trainer.results
    torch.save(weight, path)
