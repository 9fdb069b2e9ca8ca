"""Models entered by methods of theirs: with layers from elsewhere, by one of two methods, between and after epochs."""

import torch
from somewhere import build
from torch import nn
from torch.nn import functional as F


class Denoiser(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.net = build(settings)
        self.describe = build(settings)

    def forward(self, x):
        return self.net(x)

    def sample(self, count):
        x = torch.randn(count, 8)
        for _ in range(10):
            x = x - self.net(x)
        return x

    @torch.no_grad()
    def sample_quietly(self, count):
        return self.sample(count)

    @torch.inference_mode()
    def sample_faster(self, count):
        x = torch.randn(count, 8)
        return x - self.net(x)

    def get_settings(self, name):
        return self.describe(name)


class Flow(nn.Module):
    def __init__(self, quick=False):
        super().__init__()
        self.quick = quick
        self.blocks = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])

    def forward(self, x):
        for block in self.blocks:
            x = torch.tanh(block(x))
        return x

    def slowly(self, z):
        for block in reversed(self.blocks):
            z = torch.tanh(block(z))
        return z

    def quickly(self, z):
        return self.blocks[0](z)

    def sample(self, count):
        draw = self.quickly if self.quick else self.slowly
        return draw(torch.randn(count, 8))

    def act(self, x):
        choice = torch.distributions.Categorical(logits=self.slowly(x))
        action = choice.sample()
        return action, choice.log_prob(action)


def layers_from_elsewhere(path):
    model = Denoiser({"width": 8})
    model.load_state_dict(torch.load(path))
    model.eval()
    for _ in range(4):
        print(model.sample(8).tolist())  # finding: `model` is evaluated with gradients enabled


def without_gradients(path):
    model = Denoiser({"width": 8})
    model.load_state_dict(torch.load(path))
    model.eval()
    for _ in range(4):
        print(model.sample_quietly(8).tolist())
        print(model.sample_faster(8).tolist())
        print(model.get_settings("width").tolist())  # what else it is given may be anything


def one_of_two_methods(path):
    flow = Flow()
    flow.load_state_dict(torch.load(path))
    flow.eval()
    print(flow.sample(4).tolist())  # finding: `flow` is evaluated with gradients enabled


def between_epochs(loader):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            (flow(x) ** 2).mean().backward()
            optimizer.step()
        print(epoch, flow.sample(8).tolist())  # finding: `flow` is evaluated with gradients enabled


def after_training(loader, rows, labels):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(flow(x), y).backward()
        optimizer.step()
    print((flow(rows).argmax(1) == labels).sum().item())  # finding: `flow` is evaluated with gradients enabled


def trained_afterwards(loader, rows, labels):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(flow(x), y).backward()
        optimizer.step()
    out = flow(rows)
    print((out.argmax(1) == labels).sum().item())
    F.cross_entropy(out, labels).backward()
    optimizer.step()


def trained_on_samples(loader, critic):
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters())
    for _ in loader:
        fake = flow.sample(8)
        print(fake.tolist())
        optimizer.zero_grad()
        critic(fake).mean().backward()
        optimizer.step()


def collected_with_its_graph(environment):
    policy = Flow()
    optimizer = torch.optim.Adam(policy.parameters())
    for _ in range(9):
        kept, rewards, state = [], [], environment.reset()
        for _ in range(20):
            action, log_prob = policy.act(state)
            state, reward = environment.step(action.item())
            kept.append(log_prob)
            rewards.append(reward)
        loss = -(torch.stack(kept) * torch.tensor(rewards)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
