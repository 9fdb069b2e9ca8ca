"""Collected outputs of what is only named like a model."""

import torch


def features_of(backbone, loader):
    found = []
    for images, _ in loader:
        found.append(backbone(images))  # suspected: `found` keeps the graph and activations of every
    return torch.cat(found)


def perplexity(model, batches):
    losses = []
    for batch in batches:
        losses.append(model(**batch).loss)  # suspected: `losses` keeps the graph and activations of every
    return torch.stack(losses).mean().exp()


def one_by_one(encoder, clips):
    found = []
    for number in range(len(clips)):
        found.append(encoder(clips[number]))
    return torch.stack(found)


def tokens_of(tokenizer, texts):
    return [tokenizer(text) for text in texts]


def measured(net, judge, batches):
    total = 0
    for batch in batches:
        total += judge(net(batch))
    return total
