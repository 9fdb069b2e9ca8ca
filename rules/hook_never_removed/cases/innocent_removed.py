"""Handles that are removed: at once, in `finally`, by `with`, in a loop, by another method, by the hook itself."""

import atexit
import weakref
from contextlib import ExitStack, contextmanager

import torch
from torch import nn


def look(module, inputs, output):
    return None


def at_the_end(model, batch):
    handle = model.register_forward_hook(look)
    output = model(batch)
    handle.remove()
    return output


def in_finally(model, batch):
    handle = None
    try:
        handle = model[0].register_forward_pre_hook(lambda module, inputs: None)
        return model(batch)
    finally:
        if handle is not None:
            handle.remove()


def on_either_branch(model, batch, inputs_only):
    if inputs_only:
        handle = model[0].register_forward_pre_hook(lambda module, inputs: None)
    else:
        handle = model[0].register_forward_hook(look)
    model(batch)
    handle.remove()


def as_a_context(model, batch):
    with model.register_forward_hook(look):
        return model(batch)


def as_a_named_context(model, batch):
    with model[0].register_forward_hook(look) as handle, model[1].register_forward_hook(look):
        print(handle)
        return model(batch)


def on_a_stack(model, batch):
    with ExitStack() as stack:
        for layer in model:
            stack.enter_context(layer.register_forward_hook(look))
        stack.callback(model.register_forward_hook(look).remove)
        return model(batch)


def in_a_loop(model, batch):
    handles = []
    for layer in model:
        handles.append(layer.register_forward_hook(look))
    output = model(batch)
    for handle in handles:
        handle.remove()
    return output


def in_a_comprehension(model, batch):
    handles = [layer.register_full_backward_hook(lambda *arguments: None) for layer in model]
    model(batch).sum().backward()
    [handle.remove() for handle in handles]


def by_popping(model, batch):
    handles = [layer.register_forward_hook(look) for layer in model]
    model(batch)
    while handles:
        handles.pop().remove()


def from_a_dict(model, batch):
    handles = {}
    for name, layer in model.named_modules():
        handles[name] = layer.register_forward_hook(look)
    model(batch)
    for handle in handles.values():
        handle.remove()


def pairs(model, batch):
    handles = []
    for name, layer in model.named_children():
        handles += [(name, layer.register_forward_hook(look))]
    model(batch)
    for _, handle in handles:
        handle.remove()


@contextmanager
def watched(model):
    seen = []
    handle = model.register_forward_hook(lambda module, inputs, output: seen.append(output.detach()))
    try:
        yield seen
    finally:
        handle.remove()


def at_exit(model):
    handle = model.register_forward_hook(look)
    atexit.register(handle.remove)


def once(model):
    def first_only(module, inputs, output):
        handle.remove()

    handle = model.register_forward_hook(first_only)


def once_with_nonlocal(model, batch):
    back_handle = None

    def keep(module, inputs, output):
        nonlocal back_handle
        back_handle = output.register_hook(lambda gradient: None)

    handle = model.register_forward_hook(keep)
    model(batch).sum().backward()
    handle.remove()
    back_handle.remove()


class Recorder:
    """Removes what it registered in a method of its own."""

    def __init__(self, model):
        self.outputs = {}
        self.handle = model.register_forward_pre_hook(lambda module, inputs: None)
        self.handles = []
        for name, layer in model.named_children():
            self.handles.append(layer.register_forward_hook(self.keep(name)))

    def keep(self, name):
        def hook(module, inputs, output):
            self.outputs[name] = output.detach()

        return hook

    def close(self):
        self.handle.remove()
        for handle in self.handles:
            handle.remove()
        self.handles.clear()


class Scoped:
    def __init__(self, layer):
        self.layer = layer

    def __enter__(self):
        self._handle = self.layer.register_forward_hook(look)
        return self

    def __exit__(self, *error):
        self._handle.remove()


class Finalized:
    def __init__(self, layer):
        self._finalizer = weakref.finalize(self, layer.register_forward_hook(look).remove)


class Deleted:
    def __init__(self, layer):
        self.handle = layer.register_forward_hook(look)

    def __del__(self):
        self.handle.remove()


class Base:
    handle = None

    def remove_hook(self):
        if self.handle is not None:
            self.handle.remove()
            self.handle = None


class Derived(Base):
    def attach(self, layer):
        self.handle = layer.register_forward_hook(look)


class Collected:
    """Its handles come from helpers that return them."""

    def __init__(self, model):
        self.model = model
        self.handles = []
        self.model.apply(self.attach)

    def attach(self, module):
        handle = module.register_forward_hook(look)
        before = module.register_forward_pre_hook(lambda module, inputs: None)
        self.handles.append(handle)
        self.handles.append(before)
        self.handles.extend(both_ways(module))

    def detach(self):
        for handle in self.handles:
            handle.remove()


def both_ways(module):
    return [module.register_forward_hook(look), module.register_full_backward_hook(lambda *arguments: None)]


def main():
    model, batch = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.randn(2, 4)
    for _ in range(2):
        at_the_end(model, batch)
        in_finally(model, batch)
        on_either_branch(model, batch, inputs_only=True)
        as_a_context(model, batch)
        as_a_named_context(model, batch)
        on_a_stack(model, batch)
        in_a_loop(model, batch)
        in_a_comprehension(model, batch)
        by_popping(model, batch)
        from_a_dict(model, batch)
        pairs(model, batch)
        with watched(model) as seen:
            model(batch)
        at_exit(model)
        once(model)
        once_with_nonlocal(model, batch)
        recorder = Recorder(model)
        recorder.close()
        with Scoped(model[0]):
            model(batch)
        Finalized(model)
        Deleted(model)
        derived = Derived()
        derived.attach(model)
        derived.remove_hook()
        collected = Collected(model)
        collected.detach()
        print(len(seen))


if __name__ == "__main__":
    main()
