"""What may go past the wrapper, and what does not."""

import copy

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def evaluated(x):
    model = DDP(nn.Linear(8, 2))
    model.eval()
    with torch.no_grad():
        return model.module(x).argmax(1)


def in_one_process(x, y):
    model = nn.DataParallel(nn.Linear(8, 2))
    nn.functional.cross_entropy(model.module(x), y).backward()


def only_where_it_is_alone(x, y, distributed):
    net = nn.Linear(8, 2)
    model = DDP(net) if distributed else net
    nn.functional.cross_entropy(model(x), y).backward()


def in_one_branch(x, y, distributed):
    net = nn.Linear(8, 2)
    if distributed:
        net = DDP(net)
    nn.functional.cross_entropy(net(x), y).backward()


def in_the_other_branch(x, y, distributed):
    net = nn.Linear(8, 2)
    if distributed:
        wrapper = DDP(net)
        nn.functional.cross_entropy(wrapper(x), y).backward()
    else:
        nn.functional.cross_entropy(net(x), y).backward()


def before_it_is_wrapped(x, y):
    net = nn.Linear(8, 2)
    nn.functional.cross_entropy(net(x), y).backward()
    return DDP(net)


def together_with_the_wrapper(x, y):
    model = DDP(nn.Linear(8, 2))
    loss = nn.functional.cross_entropy(model(x), y) + 0.1 * model.module(torch.zeros_like(x)).pow(2).mean()
    loss.backward()


def a_copy(x, y):
    net = nn.Linear(8, 2)
    average = copy.deepcopy(net)
    model = DDP(net)
    nn.functional.cross_entropy(average(x), y).backward()
    return model


def unknown(model, x, y):
    nn.functional.cross_entropy(model.module(x), y).backward()


def forward_of_the_wrapper(x, y):
    model = DDP(nn.Linear(8, 2))
    nn.functional.cross_entropy(model.forward(x), y).backward()
