import torch


def save(model, path):
    torch.save({"model": model.state_dict(), "history": [0.5, 0.25]}, path)


def resume(model, path):
    checkpoint = torch.load(path, weights_only=False)  # suspected: runs the code that the file holds
    model.load_state_dict(checkpoint["model"])
