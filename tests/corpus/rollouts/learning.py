"""Puts together what an episode has saved."""

import torch


def finish(policy, optimizer):
    rest, losses = 0.0, []
    for log_odds, reward in zip(reversed(policy.saved), reversed(policy.rewards)):
        rest = reward + 0.9 * rest
        losses.append(-log_odds * rest)
    loss = torch.stack(losses).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    del policy.saved[:]
    policy.rewards.clear()
    return loss.item()
