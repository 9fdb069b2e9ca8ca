"""Hooks that live and die with their module: set up by the module itself, or on a model that the function has made."""

import torch
from torch import nn


def strip(module, state_dict, prefix, metadata):
    return None


class Tracked(nn.Module):
    """Watches its own layers for life."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))
        self.seen = {}
        self.encoder.register_forward_hook(self.keep)
        for layer in self.layers:
            layer.register_full_backward_hook(self.note)
        self.register_forward_pre_hook(self.check)
        self._register_load_state_dict_pre_hook(self.rename)
        self.register_state_dict_post_hook(strip)

    def keep(self, module, inputs, output):
        self.seen["encoder"] = output.detach()

    def note(self, module, grad_inputs, grad_outputs):
        self.seen["gradient"] = grad_outputs[0].norm().item()

    def check(self, module, inputs):
        if inputs[0].dim() != 2:
            raise ValueError("rows of features, please")

    def rename(self, state_dict, prefix, *arguments):
        for name in list(state_dict):
            state_dict[name.replace("old_", "")] = state_dict.pop(name)

    def forward(self, inputs):
        hidden = self.encoder(inputs)
        for layer in self.layers:
            hidden = layer(hidden)
        return hidden


class Features(nn.Module):
    """Wraps a model for good; the wrapped model has no other user."""

    def __init__(self, backbone, names):
        super().__init__()
        self.backbone = backbone
        self._outputs, self._handles = {}, []
        layers = dict(self.backbone.named_modules())
        for name in names:
            handle = layers[name].register_forward_hook(self.keep(name))
            self._handles.append(handle)

    def keep(self, name):
        def hook(module, inputs, output):
            self._outputs[name] = output

        return hook

    def forward(self, inputs):
        self._outputs.clear()
        self.backbone(inputs)
        return dict(self._outputs)


class Lazy(nn.Module):
    """Its hook removes itself after the first forward."""

    def __init__(self):
        super().__init__()
        self.weight = None
        self._hook = self.register_forward_pre_hook(self.initialize)

    def initialize(self, module, inputs):
        self.weight = nn.Parameter(torch.zeros(inputs[0].size(-1)))
        module._hook.remove()
        delattr(module, "_hook")

    def forward(self, inputs):
        return inputs * self.weight


class OnDemand(nn.Module):
    """Registers in a method, but once only."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self._is_hooked = False
        self.seen = None

    def forward(self, inputs):
        if not self._is_hooked:
            self.body.register_forward_hook(self.keep)
            self._is_hooked = True
        return self.body(inputs)

    def keep(self, module, inputs, output):
        self.seen = output.detach()


class Training:
    """Makes a loss of its own where it is given none."""

    def __init__(self, model, loss=None):
        self.model = model
        self.loss = nn.MSELoss() if loss is None else loss


class CarefulTraining(Training):
    """Its loss has a hook from the beginning, and goes with it."""

    def __init__(self, model, **settings):
        super().__init__(model, **settings)
        self.loss.register_full_backward_hook(self.without_nan)

    def without_nan(self, module, grad_inputs, grad_outputs):
        return tuple(None if g is None else torch.nan_to_num(g) for g in grad_inputs)

    def step(self, rows, targets):
        self.loss(self.model(rows), targets).backward()


def normalized(layer):
    """A layer of its own, with a hook that is part of it."""
    wrapped = nn.Sequential(layer, nn.LayerNorm(4))
    wrapped.register_forward_pre_hook(lambda module, inputs: (inputs[0].float(),))
    return wrapped


def features_of_images(images):
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3))
    model.eval()
    seen = []
    model[0].register_forward_hook(lambda module, inputs, output: seen.append(output))
    model[2].register_forward_hook(lambda module, inputs, output: seen.append(output))
    pooled = []
    with torch.no_grad():
        for image in images:
            seen.clear()
            model(image.unsqueeze(0))
            pooled.append(torch.cat([output.mean((2, 3)) for output in seen], dim=1))
    return torch.cat(pooled)


if __name__ == "__main__":
    for network in (Tracked(), Features(Tracked(), ["encoder"]), Lazy(), OnDemand(), normalized(nn.Linear(4, 4))):
        network(torch.randn(2, 4))
        network(torch.randn(2, 4))
    for _ in range(2):
        CarefulTraining(nn.Linear(4, 2)).step(torch.randn(3, 4), torch.randn(3, 2))
    print(features_of_images(torch.randn(2, 3, 8, 8)).shape)
