"""A model of several modules: the outermost one is reported, what it is made of is not."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaledDotProduct(nn.Module):
    def forward(self, q, k, v):
        attn = torch.softmax(q @ k.transpose(-1, -2) / q.size(-1) ** 0.5, dim=-1)
        context = attn @ v
        return context, attn


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention = ScaledDotProduct()
        self.feed_forward = nn.Linear(width, width)

    def forward(self, x):
        x, attn = self.attention(x, x, x)
        return self.feed_forward(x), attn


class Encoder(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(width) for _ in range(depth)])

    def forward(self, x):
        attns = []
        for layer in self.layers:
            x, attn = layer(x)
            attns.append(attn)
        return x, attns


class Transformer(nn.Module):
    def __init__(self, words=50, width=8, depth=2):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.encoder = Encoder(width, depth)
        self.projection = nn.Linear(width, words)

    def forward(self, tokens):
        hidden, attns = self.encoder(self.embedding(tokens))
        logits = self.projection(hidden)
        return logits.view(-1, logits.size(-1)), attns  # finding: bare tuple


def train(batches):
    model = Transformer()
    optimizer = torch.optim.Adam(model.parameters())
    for tokens, targets in batches:
        logits, _ = model(tokens)
        loss = F.cross_entropy(logits, targets.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
