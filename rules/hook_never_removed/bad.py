"""Looks into a trained network: what its layers see, and how large their gradients are."""

import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.block = nn.Conv2d(8, 8, 3, padding=1)
        self.head = nn.Linear(8, classes)

    def forward(self, images):
        features = torch.relu(self.block(torch.relu(self.stem(images))))
        return self.head(features.mean((2, 3)))


def activation(model, image):
    seen = []

    def keep(module, inputs, output):
        seen.append(output.detach())

    model.block.register_forward_hook(keep)  # finding: its handle is discarded; keep the handle
    with torch.no_grad():
        model(image)
    return seen[0]


def gradient_norms(model, images, labels):
    norms = {}

    def note(module, grad_inputs, grad_outputs):
        norms[module] = grad_outputs[0].norm().item()

    handles = []
    for layer in (model.block, model.head):
        handles.append(layer.register_full_backward_hook(note))  # finding: the hook on `layer` runs in every later
    nn.functional.cross_entropy(model(images), labels).backward()
    return list(norms.values())


class Brightness:
    """Averages what the first layer of a model is given."""

    def __init__(self, model):
        self.sum = 0.0
        self.count = 0
        model.stem.register_forward_pre_hook(self.look)  # finding: the handle and call `remove()` on it

    def look(self, module, inputs):
        self.sum += inputs[0].mean().item()
        self.count += 1


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        brightness = Brightness(model)
        for images, labels in batches:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: brightness {brightness.sum / brightness.count:.3f}")


def main():
    torch.manual_seed(0)
    batches = [(torch.randn(4, 3, 16, 16), torch.randint(0, 3, (4,))) for _ in range(5)]
    model = ConvNet(classes=3)
    train(model, batches)
    for images, labels in batches:
        print(activation(model, images[:1]).mean().item(), gradient_norms(model, images, labels))


if __name__ == "__main__":
    main()
