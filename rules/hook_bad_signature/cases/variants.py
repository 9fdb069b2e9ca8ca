import torch
from torch import nn


class Recorder:
    def __init__(self, model: nn.Module):
        self.shapes = []
        self.handles = [
            model.register_forward_hook(self.keep),  # finding: `keep` raises as a hook: PyTorch calls it
            model.register_forward_pre_hook(self.see),
            model.register_full_backward_hook(self.norm),
            model.register_forward_hook(lambda m, i: None),  # finding: `lambda` raises as a hook: PyTorch
            model.register_forward_pre_hook(self.three),  # finding: (module, args)
            model.register_forward_hook(self.named, with_kwargs=True),  # finding: (module, args, kwargs, output)
        ]

    def keep(self, output):
        self.shapes.append(output.shape)

    def see(self, module, inputs):
        self.shapes.append(inputs.size())  # finding: `inputs` is a tuple here and has no `.size`

    def norm(self, module, grad_input, grad_output):
        print(grad_output.norm())  # finding: use `grad_output[0]`

    def three(self, module, inputs, output):
        self.shapes.append(output.shape)

    def named(self, module, args, output):
        self.shapes.append(output.shape)


def clip(module, grad):
    return grad.clamp(-1, 1)


weight = nn.Linear(2, 2).weight
weight.register_hook(clip)  # finding: `clip` raises as a hook: PyTorch calls it with (grad)
print(torch.ones(2))


def record(model, names, kept):
    for name in names:

        def keep(module, output, name=name):
            kept[name].append(output)

        def keep_all(module, args, output, name=name):
            kept[name].append(output)

        def keep_any(module, args, output=None):
            kept["any"].append(output)

        for found, part in model.named_modules():
            if found == name:
                part.register_forward_hook(keep)  # finding: PyTorch passes `output` as `name`, so its default is lost
                part.register_forward_hook(keep_all)
                part.register_forward_hook(keep_any)
                part.register_forward_pre_hook(keep_any)
