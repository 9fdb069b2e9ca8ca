"""What comes around in a loop, and what each pass makes anew."""

import torch


def halved(values):
    return values.mul_(0.5)


def doubled(values):
    return values.mul_(2)  # finding: also changes the caller's `weights`


def made_anew(rows):
    weights = torch.ones(3)
    for row in rows:
        print(halved(weights))
        weights = row.clone()
    return len(rows)


def sometimes_made_anew(rows):
    weights = torch.ones(3)
    for row in rows:
        print(doubled(weights))
        if len(row) == 3:
            weights = row.clone()
    return len(rows)


def in_another_branch(rows, is_short):
    weights = torch.ones(3)
    if is_short:
        result = halved(weights)
    else:
        result = weights.sum()
    return result, rows


def loss_of(row, total):
    loss = row.mean()
    total.add_(loss)
    return loss


def summed(rows):
    total = torch.zeros(())
    for row in rows:
        print(loss_of(row, total))
    return total
