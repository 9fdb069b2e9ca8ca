"""Code that takes one row for each sample, after a squeeze that leaves none for a batch of one."""

import torch


def names_of(model, rows, names):
    batch_size = rows.size(0)
    _, best = model(rows).max(1)
    best.squeeze_()  # suspected: also removes the batch dimension if the batch is one sample; pass the `dim` to remove
    found = []
    for number in range(batch_size):
        found.append(names[best[number]])
    return found


def of_each(model, rows):
    scores = torch.squeeze(model(rows))  # suspected: also removes the batch dimension if the batch is one sample
    total = 0.0
    for number in range(rows.shape[0]):
        total += scores[number].item()
    return total


def of_joints(model, picture):
    places = model(picture[None]).squeeze()
    joints = []
    for number in range(17):
        joints.append(places[number])
    return joints


def assigned_since(model, rows, batch_size):
    scores = model(rows)
    scores.squeeze_()
    scores = scores.reshape(batch_size, -1)
    return [scores[number] for number in range(batch_size)]


def assigned_in_between(model, rows, batch_size):
    scores = model(rows)
    scores.squeeze_()
    scores = scores.reshape(batch_size, -1)
    for number in range(batch_size):
        print(scores[number])


def lengths_of(words):
    lengths = list(words.size(1) - words.eq(0).sum(1).squeeze())  # suspected: pass the `dim` to remove
    kept = list(words.eq(0).sum(1, keepdim=True).squeeze(1))
    numbers = words.eq(0).sum(1).squeeze().tolist()
    picture = list(words.argmax(-1).squeeze())
    return lengths, kept, numbers, picture
