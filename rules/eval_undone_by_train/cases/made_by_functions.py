"""Parts that come in eval mode from the function that makes them."""

import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))

    def forward(self, x):
        return self.layers(x)


class Words(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.tokens = AutoTokenizer.from_pretrained(path)
        self.inner = AutoModel.from_pretrained(path)

    def forward(self, texts):
        return self.inner(**self.tokens(texts, return_tensors="pt")).last_hidden_state


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


def frozen(part):
    for parameter in part.parameters():
        parameter.requires_grad = False


def load_part(path):
    part = Part()
    part.load_state_dict(torch.load(path))
    part.eval()
    frozen(part)
    return part


def load_words(path):
    words = Words(path)
    words.eval()
    return words


def load_plain():
    plain = Plain()
    plain.eval()
    return plain


def make_part():
    return Part()


class Whole(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.teacher = load_part(path)  # finding: `Whole.train()` puts `self.teacher` back in train mode
        self.words = load_words(path)  # suspected: `Whole.train()` puts `self.words` back in train mode
        self.plain = load_plain()
        self.trained = make_part()

    def train(self, *args, **kwargs):
        super().train(*args, **kwargs)
        self.body.train(*args, **kwargs)

    def forward(self, x, texts):
        return self.trained(self.plain(self.body(x))) - self.teacher(x) + self.words(texts)


class Keeps(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.guide = load_part(path)

    def train(self, mode=True):
        super().train(mode)
        self.guide.eval()
        return self

    def forward(self, x):
        return self.body(x) - self.guide(x)


def main(x, texts):
    whole, keeps = Whole("part.pt"), Keeps("part.pt")
    keeps.train()
    model = Whole("part.pt")
    model.train()
    model(x, texts).sum().backward()
    return whole, keeps(x)
