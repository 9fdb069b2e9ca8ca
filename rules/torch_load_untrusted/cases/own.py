import torch


def save(model, path):
    torch.save({"model": model.state_dict(), "history": [0.5, 0.25]}, path)


def resume(model, path):
    checkpoint = torch.load(path, weights_only=False)  # this script has written it
    model.load_state_dict(checkpoint["model"])
