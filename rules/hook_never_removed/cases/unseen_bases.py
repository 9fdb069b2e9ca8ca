"""Modules whose bases other packages define hook themselves; a function hands a hook on to whatever it is given."""

from functools import partial

import torch
from layers_elsewhere import QuantizedLinear, Registry, only_for


def pack(weights, state_dict, *arguments):
    state_dict.update(weights)


def tell(module, arguments):
    print(torch.stack(arguments).shape)


class Packed(QuantizedLinear):
    def __init__(self, size):
        super().__init__(size, size)
        self._register_load_state_dict_pre_hook(partial(pack, {}))
        self.register_forward_pre_hook(tell)


class Watcher(Registry):
    def watch(self, layer):
        layer.register_forward_pre_hook(tell)  # finding: its handle is discarded; keep


@only_for("2.2")
def before_calls(module, hook):
    module.register_forward_pre_hook(hook)  # suspected: its handle is discarded; keep the


def before_each_call(module):
    module.register_forward_pre_hook(tell)  # finding: its handle is discarded; keep the
