"""Modules that were pickled as a whole, and state dicts, which load as before."""

import torch
from torch import nn


def predict(path, x):
    model = torch.load(path)  # finding: the file holds a pickled object; save a `state_dict()`
    model.eval()
    return model(x)


def predict_with_part(path, device, x):
    checkpoint = torch.load(path, map_location=device)  # finding: `weights_only=False`
    decoder = checkpoint["decoder"]
    decoder = decoder.to(device)
    decoder.eval()
    return decoder(x), checkpoint["epoch"]


def vocoder(path):
    model = torch.load(path)["model"]  # finding: the file holds a pickled object
    model.cuda().eval()
    return model


def from_states(path, x):
    model = nn.Linear(4, 1)
    checkpoint = torch.load(path)
    model.load_state_dict(checkpoint["model"])
    rows = checkpoint["rows"].to("cpu")
    scale = checkpoint["scales"][0]
    return model(x) * scale.float(), rows.mean()


def trusted(path, x):
    return torch.load(path, weights_only=False)(x)


def of_the_file(rows):
    served.eval()
    return served(rows)


def of_its_own(path, make):
    plain = torch.load(path)
    served = make(plain)
    return served.eval()


served = torch.load("served.pth").to("cpu")  # finding: `torch.load("served.pth")` fails since PyTorch
plain = torch.load("plain.pth")
