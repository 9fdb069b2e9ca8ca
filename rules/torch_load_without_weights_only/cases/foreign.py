import torch


def weights(path, model):
    model.load_state_dict(torch.load(path))  # finding: with PyTorch before 2.6


def everything(path):
    return torch.load(path, weights_only=False)  # torch-load-untrusted reports it


def module(path, x):
    return torch.load(path)(x)  # removed-api reports it: it fails since 2.6
