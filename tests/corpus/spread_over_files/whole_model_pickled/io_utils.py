import torch


def save(obj, path):
    torch.save(obj, path)
