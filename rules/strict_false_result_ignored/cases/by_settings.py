"""Settings that say where a file lies, and are given to whatever changes the model before, ask nothing of the state."""

import os

import torch
from safetensors.torch import load_file

from elsewhere import fit, prepare


def start(model, settings):
    prepare(model, settings)
    folder = settings.folder
    state = load_file(os.path.join(folder, "model.safetensors"))
    state = {name: value for name, value in state.items() if not name.startswith("head.")}
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def start_where_it_fits(model, settings):
    state = torch.load(os.path.join(settings.folder, "model.pt"), weights_only=True)
    state = {name: value for name, value in state.items() if not name.startswith("head.")}
    state = fit(model, state)
    model.load_state_dict(state, strict=False)
