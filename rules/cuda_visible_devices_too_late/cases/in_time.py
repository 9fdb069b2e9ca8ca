"""CUDA is told in time, or nobody knows that it is not."""

import os

import torch
from torch import nn

os.environ["CUDA_VISIBLE_DEVICES"] = "0"


def moved(net):
    net = nn.Linear(2, 2)
    os.environ["CUDA_VISIBLE_DEVICES"] = "2"
    return net.cuda()


def moved_before(rows):
    net = nn.Linear(2, 2).cuda()
    os.environ["CUDA_VISIBLE_DEVICES"] = "2"  # finding: has no effect here
    return net


def in_branches(gpu):
    if gpu:
        net = nn.Linear(2, 2).cuda()
    else:
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
        net = nn.Linear(2, 2)
    return net


def asked_first(gpu):
    if torch.cuda.is_available():
        os.environ["CUDA_VISIBLE_DEVICES"] = gpu  # finding: set it before


def other(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu
    assert torch.cuda.is_available()


def of_another_process(gpu):
    torch.cuda.init()
    env = dict(os.environ)
    env["CUDA_VISIBLE_DEVICES"] = gpu
    return env


def counted(gpu):
    print(torch.cuda.device_count())
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


def drawn(gpu):
    state = torch.cuda.get_rng_state()
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu  # finding: has no effect here
    return state


def seeded(gpu):
    torch.cuda.manual_seed(0)  # waits until CUDA is started
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu
