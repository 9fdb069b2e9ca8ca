"""A method of the model runs in training and after it: told is the call that needs no gradients, not the method."""

import torch
from torch import nn
from torch.nn import functional as F

batches = [torch.rand(4, 8) for _ in range(5)]


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(8, 2), nn.Linear(2, 8)

    def decode(self, z):
        return torch.sigmoid(self.dec(z))

    def forward(self, x):
        return self.decode(self.enc(x))


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 8), nn.Tanh())

    def generate(self, z):
        return self.body(z)


def trained():
    model = Vae()
    optimizer = torch.optim.Adam(model.parameters())
    for x in batches:
        optimizer.zero_grad()
        F.mse_loss(model(x), x).backward()
        optimizer.step()
    return model


def show():
    model = trained()
    images = model.decode(torch.randn(4, 2))  # finding: `model` is evaluated with gradients enabled
    print(images[0].detach())


model, critic = Generator(), nn.Linear(8, 1)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(2):
    optimizer.zero_grad()
    scores = critic(model.generate(torch.randn(4, 2)))
    F.softplus(-scores).mean().backward()
    optimizer.step()

model.eval()
z = torch.randn(4, 2)
x = model.generate(z)  # finding: `model` is evaluated with gradients enabled
print(x.detach())

if __name__ == "__main__":
    show()
