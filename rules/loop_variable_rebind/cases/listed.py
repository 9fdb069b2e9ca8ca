"""Loops over names that are listed there, and functions that make a tensor of the element."""

import torch
import torch.nn.functional as F


def update(policy, observations, actions, advantages, device):
    for part in (observations, actions):
        part = part.to(device)  # suspected: `observations, actions` keeps the old tensors; assign to each name
    for rows in [advantages]:
        rows = torch.as_tensor(rows)  # suspected: `[advantages]` keeps the old tensors
    for rows in [device, advantages]:
        rows = torch.as_tensor(rows)
        print(rows.mean())
    return policy(observations).log_prob(actions) * advantages


def padded(images):
    width = max(image.shape[-1] for image in images)
    for image in images:
        image = F.pad(image, (0, width - image.shape[-1]))  # finding: `images` keeps the old tensors
    return torch.stack(images)


def resized(features):
    for number, feature in enumerate(features):
        feature = F.interpolate(feature, size=features[0].shape[-2:])  # finding: `features` keeps the old tensors
        if number == 3:
            break
    for number, feature in enumerate(features):
        feature = F.interpolate(feature, size=features[0].shape[-2:])
        features[number] = feature
    return torch.cat(features, 1)


def local():
    left, right = torch.zeros(3), torch.ones(3)
    for one in (left, right):
        one = one.double()
    print("done")
