"""Programs that have asked where they run: the other branch says where to load to."""

import torch


def restore_on_each(net, path):
    if torch.distributed.is_initialized():
        saved = torch.load(path, map_location=torch.device("cuda", torch.distributed.get_rank()))
    else:
        saved = torch.load(path)  # the one process of a run without others
    net.load_state_dict(saved)


def restore_where_there_is_a_gpu(net, path):
    if torch.cuda.is_available():
        net.load_state_dict(torch.load(path))  # elsewhere, the other branch loads
    else:
        net.load_state_dict(torch.load(path, map_location="cpu"))


def restore_one_of_two(net, path, other):
    if other is None:
        net.load_state_dict(torch.load(path))  # suspected: add `map_location="cpu"`
    else:
        net.load_state_dict(torch.load(other))  # suspected: add `map_location="cpu"`


def restore_of_two_kinds(net, path):
    if path.endswith(".pth"):
        net.load_state_dict(torch.load(path))  # suspected: add `map_location="cpu"`
    else:
        net.load_state_dict(torch.load(path, map_location="cpu")["state_dict"])
