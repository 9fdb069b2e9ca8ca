import torch

torch_ge_24 = tuple(int(part) for part in torch.__version__.split(".")[:2]) >= (2, 4)


def scaler():
    if torch_ge_24:
        return torch.amp.GradScaler("cuda")
    return torch.cuda.amp.GradScaler()


def context():
    return torch.amp.autocast("cuda") if hasattr(torch.amp, "autocast") else torch.cuda.amp.autocast()


def tried():
    try:
        return torch.amp.GradScaler("cuda")
    except AttributeError:
        return torch.cuda.amp.GradScaler()


class torch_like:
    class cuda:
        pass


def other(amp):
    return amp.autocast(), torch_like.cuda
