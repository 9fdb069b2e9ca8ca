"""Handles that live in a list of another object, and are removed there."""

import contextlib

from .attach import attach_one
from .handles import Handles


class Recorder:
    def __init__(self, model):
        self.model, self.outputs, self.handles = model, {}, Handles()

    def start(self):
        for layer in self.model.children():
            self.handles.add(layer.register_forward_hook(self._keep))
        self.handles.add(attach_one(self.model, self.outputs))

    def stop(self):
        self.handles.remove_all()

    def _keep(self, module, inputs, output):
        self.outputs[module] = output.detach()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *problem):
        self.stop()


@contextlib.contextmanager
def recording(model, hook):
    handle = model.register_forward_hook(hook)
    try:
        yield model
    finally:
        handle.remove()
