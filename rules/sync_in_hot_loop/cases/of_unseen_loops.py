"""Steps and forwards of which no loop is seen: other files run them."""

import torch
import torch.nn.functional as F
from torch import nn

device = torch.device("cuda")


class Adversaries:
    def __init__(self, generator: nn.Module, judge: nn.Module, latent):
        self.generator, self.judge, self.latent = generator.to(device), judge.to(device), latent
        self.optimizer = torch.optim.Adam(generator.parameters())
        self.passes = 0

    def train_step(self, real, step):
        fake = self.generator(torch.randn(len(real), self.latent, device=device))
        loss = F.softplus(-self.judge(fake)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if step % 100 == 0:
            print(loss.mean().item())
        self.report(fake)
        return {"generator": loss.item()}  # suspected: `loss.item()` waits for the GPU in each training step; keep

    def report(self, fake):
        print(fake.std().item())  # suspected: waits for the GPU in each training step; keep `fake.std().detach()`, and

    def show(self, noise):
        return self.generator(noise).mean().item()

    def fit(self, batches, criterion):
        for batch in batches:
            loss = criterion(self.generator(batch.to(device)))
            loss.backward()
            self.optimizer.step()
        return loss.mean().item()


def train_once():
    model = nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    loss = model(torch.rand(3, 4, device=device)).mean()
    loss.backward()
    optimizer.step()
    print(loss.item())


class Counted(nn.Module):
    def forward(self, boxes, labels, lengths):
        positive = labels > 0
        chosen = boxes[positive]  # suspected: `boxes[positive]` waits in each step because its size depends on the values
        known = torch.zeros(len(labels), 4)
        rest = known[positive]
        short = lengths[lengths > 1]
        if self.training:
            return chosen.sum() + rest.sum()
        return boxes[labels > 1].sum() + short.sum()


class Chosen(nn.Module):
    """Nobody differentiates what it gives."""

    @torch.no_grad()
    def forward(self, boxes, labels):
        return boxes[labels > 0]
