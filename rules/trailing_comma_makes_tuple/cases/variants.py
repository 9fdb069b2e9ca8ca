from torch import nn


class Config:
    def __init__(self, multi_scale):
        self.even_batches = True
        if multi_scale:
            self.even_batches = False,  # finding: delete the comma
        self.mask = None,  # finding: the trailing comma makes `self.mask` a tuple
        self.shapes = (False,)
        self.flags = True,
        self.size = 3,
        self.right = False
        self.both = False, True


def build(config, bias=False):
    layers = None,
    for layer in layers:
        print(layer)
    options = dict(
        bias=bias,
        inplace=False,
    )
    return nn.Linear(3, 3, bias=options["bias"]), config.flags[0]


print(build(Config(True)))
