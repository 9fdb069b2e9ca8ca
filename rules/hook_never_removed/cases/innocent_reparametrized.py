"""A layer whose weight is worked out before each forward: the hook is how it computes from then on."""

from torch import nn


class Scaled:
    def __init__(self, name):
        self.name = name

    @staticmethod
    def put_on(layer, name):
        scaled = Scaled(name)
        weight = getattr(layer, name)
        del layer._parameters[name]
        layer.register_parameter(name + "_raw", nn.Parameter(weight.data))
        layer.register_forward_pre_hook(scaled)
        return scaled

    def __call__(self, layer, inputs):
        setattr(layer, self.name, getattr(layer, self.name + "_raw") * 0.5)


def scale(layer):
    Scaled.put_on(layer, "weight")
    return layer


def watch(layer):
    layer.register_forward_pre_hook(lambda module, inputs: print(inputs[0].shape))  # finding: the handle
