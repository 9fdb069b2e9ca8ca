"""A discriminator's loss over what a generator gave: in parts, by a helper, and as one entry of several losses."""

import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(3, 3, 3)

    def forward(self, x):
        return {"image": self.layer(x), "points": {"value": self.layer(x)}}


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(3, 3, 3)

    def forward(self, x, points):
        return self.layer(x) * points["value"].mean()


def detached(points):
    return {key: value.detach() for key, value in points.items()}


def scaled(points):
    return {key: 2 * value for key, value in points.items()}


class Detaching(nn.Module):
    def __init__(self, judge):
        super().__init__()
        self.judge = judge

    def forward(self, x, made):
        points = made["points"]
        fake = self.judge(made["image"].detach(), points=detached(points))
        real = self.judge(x, points=detached(points))
        losses = {}
        losses["gan"] = ((1 - real) ** 2 + fake**2).mean()
        return losses


class Joining(nn.Module):
    def __init__(self, judge):
        super().__init__()
        self.judge = judge

    def forward(self, x, made):
        points = made["points"]
        fake = self.judge(made["image"].detach(), points=scaled(points))
        losses = {}
        losses["gan"] = fake.mean()
        return losses


def train(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward()
        of_generator.step()
        of_judge.zero_grad()
        losses = full(x, made)
        loss = sum([value.mean() for value in losses.values()])
        loss.backward()
        of_judge.step()


def train_by_one_entry(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward()
        of_generator.step()
        of_judge.zero_grad()
        loss = full(x, made)["gan"]
        loss.backward()
        of_judge.step()


def train_with_points(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Joining(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward(retain_graph=True)
        of_generator.step()
        of_judge.zero_grad()
        loss = full(x, made)["gan"]
        loss.backward()  # finding: `of_generator.step()` has changed parameters that its graph needs
        of_judge.step()


def train_beside_the_image(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward(retain_graph=True)
        of_generator.step()
        of_judge.zero_grad()
        loss = full(x, made)["gan"] + made["image"].square().mean()
        loss.backward()  # finding: `of_generator.step()` has changed parameters that its graph needs
        of_judge.step()


def train_with_filled_dict(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward(retain_graph=True)
        of_generator.step()
        of_judge.zero_grad()
        terms = {}
        terms["image"] = made["image"].square().mean()
        loss = full(x, made)["gan"] + terms["image"]
        loss.backward()  # finding: `of_generator.step()` has changed parameters that its graph needs
        of_judge.step()


def train_with_appended_term(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward(retain_graph=True)
        of_generator.step()
        of_judge.zero_grad()
        terms = [full(x, made)["gan"]]
        terms.append(made["image"].square().mean())
        loss = sum(terms)
        loss.backward()  # finding: `of_generator.step()` has changed parameters that its graph needs
        of_judge.step()


def train_with_written_dict(loader):
    generator, judge = Generator(), Discriminator()
    of_generator = torch.optim.Adam(generator.parameters())
    of_judge = torch.optim.Adam(judge.parameters())
    full = Detaching(judge)
    for x in loader:
        made = generator(x)
        made["image"].mean().backward()
        of_generator.step()
        of_judge.zero_grad()
        terms = {"gan": full(x, made)["gan"]}
        loss = 2 * terms["gan"]
        loss.backward()
        of_judge.step()
