"""Values that `gather` picks by indices with a dimension more, which `squeeze` then removes with all others of size 1."""

import torch


def step(q, actions, rewards):
    chosen = q.gather(1, actions.unsqueeze(1)).squeeze()  # suspected: use `.squeeze(1)`
    index = actions.unsqueeze(-1)
    picked = torch.gather(q, dim=-1, index=index).detach().squeeze()  # suspected: use `.squeeze(-1)`
    both = q.gather(index=actions.unsqueeze(1), dim=1).squeeze()  # suspected: use `.squeeze(1)`
    named = q.gather(1, actions.unsqueeze(1)).squeeze(1)
    other = q.gather(1, actions).squeeze()
    single = q.gather(1, actions.unsqueeze(1)).squeeze().item()
    return chosen + picked + both - rewards + named + other + single


def attend(weights, values, query, keys):
    context = torch.bmm(weights.unsqueeze(1), values).squeeze()  # suspected: use `.squeeze(1)`
    row = query.unsqueeze(-2)
    scores = (row @ keys.transpose(-2, -1)).squeeze()  # suspected: use `.squeeze(-2)`
    column = keys.matmul(query.unsqueeze(2)).squeeze()  # suspected: use `.squeeze(2)`
    products = torch.bmm(query.unsqueeze(1), query.unsqueeze(2)).squeeze()
    outer = torch.bmm(query.unsqueeze(2), query.unsqueeze(1)).squeeze()
    return context + scores + column + products, outer


def likelihood(logits, labels):
    mean = logits.log_softmax(1).gather(1, labels.unsqueeze(1)).squeeze().mean()
    each = logits.log_softmax(1).gather(1, labels.unsqueeze(1)).squeeze()  # suspected: use `.squeeze(1)`
    return mean, each
