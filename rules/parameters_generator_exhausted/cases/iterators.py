import itertools

import torch
from torch.nn.utils import clip_grad_norm_


def counted(model):
    trained = filter(lambda p: p.requires_grad, model.parameters())
    print(sum(p.numel() for p in trained))
    return torch.optim.Adam(trained)  # finding: `trained` is a generator, already exhausted


def in_each_step(model, loader, optimizer):
    params = itertools.chain(model.encoder.parameters(), model.head.parameters())
    for x in loader:
        model(x).sum().backward()
        clip_grad_norm_(params, 1.0)  # finding: already exhausted after the first iteration
        optimizer.step()
        optimizer.zero_grad()


def printed(model):
    named = model.named_parameters()
    for name, _ in named:
        print(name)
    return dict(named)  # finding: `named` is a generator, already exhausted


def listed(model):
    params = list(model.parameters())
    return torch.optim.SGD(params, lr=0.1), clip_grad_norm_(params, 1.0)


def once(model):
    params = (p for p in model.parameters() if p.requires_grad)
    return torch.optim.SGD(params, lr=0.1)


def made_anew(model, steps):
    for _ in range(steps):
        params = model.parameters()
        clip_grad_norm_(params, 1.0)


def one_or_the_other(model, adam):
    params = model.parameters()
    if adam:
        optimizer = torch.optim.Adam(params)
    else:
        optimizer = torch.optim.SGD(params, lr=0.1)
    return optimizer


def early(model, adam):
    params = model.parameters()
    if adam:
        return torch.optim.Adam(params)
    return torch.optim.SGD(params, lr=0.1)


def of_another_function(model, use):
    params = model.parameters()
    use(params)
    return torch.optim.SGD(params, lr=0.1)


def again(model):
    params = model.parameters()
    first = list(params)
    params = model.parameters()
    return first, list(params)


def one_of_them(model):
    params = model.parameters()
    for p in params:
        if p.requires_grad:
            break
    return next(params)


def copied(model, average):
    for p, q in zip(model.parameters(), average.parameters()):
        q.copy_(p)
    both = zip(model.parameters(), average.parameters())
    return [p - q for p, q in both]
