"""A checkpoint that another library has saved, beside the project's own: both count their steps."""

import torch


def save(trainer, folder):
    state = {"epoch": trainer.epoch, "global_step": trainer.step, "stats": trainer.stats}
    state["model"] = trainer.model.state_dict()
    torch.save(state, folder + "/last.pth")


def from_config(make, path):
    loaded = torch.load(path, map_location="cpu")
    print("at step", loaded["global_step"])
    model = make()
    model.load_state_dict(loaded["state_dict"])
    return model
