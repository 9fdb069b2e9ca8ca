import functools

import torch
from torch import nn


class Recorder:
    def __init__(self, model: nn.Module):
        self.seen = []
        self.handles = [
            model.register_forward_hook(self.keep),
            model.register_forward_hook(self.all),
            model.register_forward_hook(self.static),
            model.register_forward_hook(self.optional),
            model.register_forward_hook(functools.partial(self.named, "name")),
            model.register_forward_hook(self.with_keywords, with_kwargs=True),
            model.register_forward_hook(self),
            model.register_forward_pre_hook(self.careful),
            model.register_forward_pre_hook(self.unpacked),
            model.register_full_backward_hook(lambda *args: None),
            model.register_forward_hook(self.decorated),
        ]

    def keep(self, module, args, output):
        self.seen.append((args[0].shape, output.shape, len(args), args.count(None)))

    def all(self, *args):
        self.seen.append(args[2].shape)

    @staticmethod
    def static(module, args, output):
        print(output.shape)

    def optional(self, module, args, output, name="layer"):
        self.seen.append(name)

    def named(self, name, module, args, output):
        self.seen.append(name)

    def with_keywords(self, module, args, kwargs, output):
        self.seen.append(kwargs)

    def __call__(self, module, args, output):
        self.seen.append(output)

    def careful(self, module, args):
        if isinstance(args, torch.Tensor):
            self.seen.append(args.shape)

    def unpacked(self, module, args):
        (args,) = args
        self.seen.append(args.shape)

    @functools.lru_cache
    def decorated(self):
        return None


class Registry:
    """Its method has the name of PyTorch's, and calls what it is given in its own way."""

    def register_hook(self, function):
        function(1, 2, 3, 4)


def four(a, b, c, d):
    return a


Registry().register_hook(four)
weight = nn.Linear(2, 2).weight
weight.register_hook(lambda grad: grad.clamp(-1, 1))
