"""What a script saves and loads again: by the same path, or by paths of which nothing is known."""

import pickle

import torch

LAST = "runs/last.pt"


def save(model, path):
    torch.save({"model": model.state_dict(), "history": [0.5, 0.25]}, path)


def save_last(model):
    torch.save(model.state_dict(), LAST)


def resume(model, path):
    checkpoint = torch.load(path, weights_only=False)  # suspected: the file, so a file from elsewhere
    model.load_state_dict(checkpoint["model"])


def resume_last(model):
    model.load_state_dict(torch.load(LAST))  # suspected: on PyTorch < 2.6, so a file put in its place


def resume_last_by_choice(model):
    model.load_state_dict(torch.load(LAST, weights_only=False))


def resume_weights(model, path, flag, **options):
    model.load_state_dict(torch.load(path, weights_only=True)["model"])
    model.load_state_dict(torch.load(path, weights_only=flag)["model"])
    model.load_state_dict(torch.load(path, **options)["model"])
    model.load_state_dict(torch.load(path, pickle_module=pickle)["model"])  # suspected: can run any code


def resume_object(path, x):
    model = torch.load(path, weights_only=False)  # suspected: `torch.load(path, weights_only=False)` unpickles the
    return model(x)


def start_from(model):
    state = torch.hub.load_state_dict_from_url("https://example.org/net.pth")  # finding: the download
    model.load_state_dict(state)
