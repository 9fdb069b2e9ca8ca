import pickle

import torch


def save(model, path):
    torch.save({"model": model.state_dict(), "history": [0.5, 0.25]}, path)


def resume(model, path):
    checkpoint = torch.load(path, weights_only=False)  # finding: runs any code in the file; use `weights_only=True`
    model.load_state_dict(checkpoint["model"])


def resume_weights(model, path, flag, **options):
    model.load_state_dict(torch.load(path, weights_only=True)["model"])
    model.load_state_dict(torch.load(path, weights_only=flag)["model"])
    model.load_state_dict(torch.load(path, **options)["model"])
    model.load_state_dict(torch.load(path, pickle_module=pickle)["model"])


def resume_module(path, x):
    model = torch.load(path, weights_only=False)  # finding: save a state dict, and use `weights_only=True`
    return model(x)
