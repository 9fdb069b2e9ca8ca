"""Hooks on tensors that die with their graph, and hooks that are set up once on the parameters that are trained."""

import torch
from torch import nn
from torch.autograd.graph import register_multi_grad_hook, saved_tensors_hooks


class GradCam:
    """Hooks an activation: the next forward makes a new one."""

    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.gradient = None

    def save(self, gradient):
        self.gradient = gradient

    def explain(self, image, target):
        features = image
        for number, layer in enumerate(self.model):
            features = layer(features)
            if number == self.layer:
                features.register_hook(self.save)
        features[0, target].backward()
        return self.gradient


class Probed(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.norm = 0.0

    def note(self, gradient):
        self.norm = gradient.norm().item()

    def forward(self, inputs):
        hidden = self.body(inputs)
        if hidden.requires_grad:
            hidden.register_hook(self.note)
        return hidden.relu()


def hook_for_outputs(module, inputs, output):
    (output[0] if isinstance(output, tuple) else output).register_hook(lambda gradient: None)


def images_to_change(images, steps=2):
    for _ in range(steps):
        images = images.detach().requires_grad_()
        images.register_hook(lambda gradient: gradient.sign())
        images.square().sum().backward()
        images = images - 0.1 * images.grad
    return images


def train(epochs=2):
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
    for name, weight in model.named_parameters():
        weight.requires_grad = True
        weight.register_hook(lambda gradient: torch.nan_to_num(gradient))
        if name == "0.bias":
            weight.requires_grad = False
    mask = torch.ones_like(model[2].weight)
    model[2].weight.register_hook(lambda gradient: gradient * mask)
    optimizer = torch.optim.SGD([weight for weight in model.parameters() if weight.requires_grad], lr=0.1)
    optimizer.register_step_post_hook(lambda *arguments: None)
    for _ in range(epochs):
        optimizer.zero_grad()
        model(torch.randn(3, 4)).sum().backward()
        optimizer.step()


def offloaded(model, batch):
    with saved_tensors_hooks(lambda tensor: tensor.cpu(), lambda tensor: tensor):
        return model(batch)


def when_all_gradients_are_there(tensors):
    register_multi_grad_hook(tensors, lambda gradients: None)
    sum(tensor.sum() for tensor in tensors).backward()


if __name__ == "__main__":
    network = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
    print(GradCam(network, 1).explain(torch.randn(1, 4), 0))
    Probed()(torch.randn(2, 4)).sum().backward()
    with network.register_forward_hook(hook_for_outputs):
        network(torch.randn(2, 4)).sum().backward()
    print(images_to_change(torch.randn(2, 4)))
    train()
    offloaded(network, torch.randn(2, 4)).sum().backward()
    when_all_gradients_are_there([torch.randn(2, requires_grad=True), torch.randn(3, requires_grad=True)])
