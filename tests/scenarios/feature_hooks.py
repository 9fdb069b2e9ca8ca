"""Looks into a trained network with hooks: features of layers, Grad-CAM, statistics of activations and gradients."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(8)


class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1, bias=False), nn.BatchNorm2d(6), nn.ReLU())
        self.layer2 = nn.Sequential(nn.Conv2d(6, 12, 3, padding=1, bias=False), nn.BatchNorm2d(12), nn.ReLU())
        self.fc = nn.Linear(12, 3)

    def forward(self, x):
        x = self.layer2(F.max_pool2d(self.layer1(x), 2))
        return self.fc(x.mean(dim=(2, 3)))


def make_images(n):
    labels = torch.randint(0, 3, (n,))
    images = 0.3 * torch.randn(n, 1, 12, 12)
    for image, label in zip(images, labels):
        image[0, :, 4 * label : 4 * label + 4] += 1.0
    return images, labels


def fit(model, steps=8):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(steps):
        images, labels = make_images(16)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
    return loss.item()


def extract(model, batches):
    """Features of the second layer; a new hook for each batch, and none of them is ever removed."""
    features = []

    def save(module, inputs, output):
        features.append(output.mean(dim=(2, 3)))  # confirmed(retained_graph): activations

    for images, _ in batches:
        model.layer2.register_forward_hook(save)  # confirmed by hook-never-removed: 4 at once
        model(images)  # confirmed by eval-without-no-grad
    return torch.cat(features)


def extract_carefully(model, batches, layers=("layer1", "layer2")):
    """The same with handles that are removed, also when something fails."""
    features = {name: [] for name in layers}
    for name in layers:
        def save(module, inputs, output, name=name):
            features[name].append(output.detach().mean(dim=(2, 3)))  # refuted(retained_graph): no graph

        handle = getattr(model, name).register_forward_hook(save)  # refuted(hook_lifetime): removed
        try:
            with torch.no_grad():
                for images, _ in batches:
                    model(images)  # refuted(held_activations): gradients are off # refuted(eval_mode): in eval mode
        finally:
            handle.remove()
    return {name: torch.cat(rows) for name, rows in features.items()}


class GradCAM:
    def __init__(self, model, layer):
        self.model, self.activations, self.gradients = model, None, None
        self.handles = []
        self.handles.append(layer.register_forward_hook(self.save_activation))  # refuted(hook_lifetime): removed
        self.handles.append(layer.register_full_backward_hook(self.save_gradient))  # refuted(hook_lifetime): removed

    def save_activation(self, module, inputs, output):
        self.activations = output

    def save_gradient(self, module, grad_input, grad_output):
        self.gradients = grad_output[0]

    def __call__(self, images):
        logits = self.model(images)  # refuted(held_activations): part of training
        self.model.zero_grad()
        logits.max(dim=1).values.sum().backward()
        weights = self.gradients.mean(dim=(2, 3), keepdim=True)
        return F.relu((weights * self.activations).sum(dim=1)).detach()

    def remove(self):
        for handle in self.handles:
            handle.remove()


def gradient_norms(model, batches):
    """Hooks on the output of a batch go with the batch."""
    norms, handles = [], []
    for images, labels in batches:
        logits = model(images)
        handles.append(logits.register_hook(lambda grad: norms.append(grad.norm())))  # refuted(hook_lifetime): were freed with
        F.cross_entropy(logits, labels).backward()
    return torch.stack(norms).mean().item()


def activation_range(model, batches):
    """Hooks on a copy, which is thrown away with them."""
    largest = []
    for images, _ in batches:
        probe = copy.deepcopy(model)
        probe.fc.register_forward_pre_hook(lambda module, args: largest.append(args[0].max().item()))  # refuted by hook-never-removed: were freed with
        with torch.no_grad():
            probe(images)  # refuted(held_activations): gradients are off
    return max(largest)


def watch_dead_units(model, rounds=3):
    dead = []

    def count(module, args, output):
        dead.append((output <= 0).all(dim=0).float().mean().item())  # refuted(retained_graph): no graph

    images, _ = make_images(8)
    for _ in range(rounds):
        handle = model.layer1.register_forward_hook(count)  # confirmed by hook-never-removed: 3 at once
        with torch.no_grad():
            model(images)
    print("hooks left", len(model.layer1._forward_hooks), "of", handle.id >= 0)
    return sum(dead) / len(dead)


model = SmallCNN()
print("loss", fit(model))
model.eval()
batches = [make_images(8) for _ in range(4)]
print("careful", {name: rows.mean().item() for name, rows in extract_carefully(model, batches).items()})
cam = GradCAM(model, model.layer2)
print("cam", [round(cam(images).mean().item(), 5) for images, _ in batches])
cam.remove()
print("gradients", gradient_norms(model, batches), "range", activation_range(model, batches))
print("features", extract(model, batches).mean().item(), "dead", watch_dead_units(model))
