"""Checkpoints with the states of random generators: NumPy's is an array, which is no weight."""

import random

import numpy as np
import torch


def save_states(folder, rank):
    states = {"torch": torch.get_rng_state(), "numpy": np.random.get_state(), "python": random.getstate()}
    torch.save(states, f"{folder}/states_{rank}.pt")


def restore_states(folder, rank):
    states = torch.load(f"{folder}/states_{rank}.pt")  # finding: because the checkpoint holds NumPy's random state
    torch.set_rng_state(states["torch"])
    np.random.set_state(states["numpy"])
    random.setstate(states["python"])


def save_nested(model, step, path):
    rng = {"numpy": np.random.get_state()}
    torch.save({"weights": model.state_dict(), "step": step, "generators": {"of": np.random.get_state(), **rng}}, path)


def restore_nested(model, path):
    checkpoint = torch.load(path)  # finding: fails since PyTorch 2.6
    model.load_state_dict(checkpoint["weights"])
    np.random.set_state(checkpoint["generators"]["of"])
    return checkpoint["step"]


def restore_trusted(model, path):
    checkpoint = torch.load(path, weights_only=False)
    model.load_state_dict(checkpoint["weights"])
    return checkpoint["step"]


def save_plain(folder, model, seed):
    """The state of Python's generator is a tuple of numbers, which loads."""
    rows = np.random.RandomState(seed).permutation(10).tolist()
    torch.save({"net": model.state_dict(), "rows": rows, "python": random.getstate()}, f"{folder}/plain.pt")


def restore_plain(folder, model):
    checkpoint = torch.load(f"{folder}/plain.pt")
    model.load_state_dict(checkpoint["net"])
    random.setstate(checkpoint["python"])
    return checkpoint["rows"]
