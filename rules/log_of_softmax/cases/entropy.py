"""Entropies and divergences: an epsilon is enough where the same probability stands before the logarithm."""

import torch
import torch.nn.functional as F


def entropy(z):
    p = F.softmax(z, dim=1)
    return -(p * torch.log(p)).sum(dim=1)  # finding: is -inf; use `log_softmax`


def entropy_by_name(z):
    p = F.softmax(z, dim=1)
    logs = p.log()  # finding: is -inf; use `log_softmax`
    return -(p * logs).sum(dim=1)


def with_epsilon(z):
    p = F.softmax(z, dim=1)
    return -(p * torch.log(p + 1e-8)).sum(dim=1)


def with_epsilon_by_name(z):
    p = F.softmax(z, dim=1)
    logs = torch.log(p + 1e-8)
    return -(logs * p).sum(dim=1)


def with_epsilon_by_call(z):
    p = F.softmax(z, dim=1)
    return -torch.mul(p, (p + 1e-8).log()).sum() - p.clamp(1e-6).log().mul(p).sum()


def distillation(z, teacher):
    """The teacher's probability does not vanish where the student's does."""
    with torch.no_grad():
        target = F.softmax(teacher, dim=1)
    return -(target * torch.log(F.softmax(z, dim=1) + 1e-8)).sum()  # finding: probability is small; use `log_softmax`


def weighted(z, y):
    p = F.softmax(z, dim=1)
    return -(y * torch.log(p + 1e-8)).sum()  # finding: leaves almost no gradient


def with_its_sign(z):
    p = F.softmax(z, dim=1)
    return (-p * p.clamp(min=1e-5).log()).sum(dim=1).mean()


def balanced(z: torch.Tensor, prior: torch.Tensor):
    """Each side has its turn; what is held still is cut off, and nobody wants a gradient of it."""
    p, q = F.softmax(z, dim=1).clamp(min=1e-8), F.softmax(prior, dim=1).clamp(min=1e-8)
    held = p.detach()
    first = (held * (held.log() - q.log())).sum(1)  # finding: `q` has no gradient where the clamp raises
    other = q.detach()
    return first + (p * (p.log() - other.log())).sum(1)


def summed(z, y):
    p = F.softmax(z, dim=1)
    return -((y - 1) * (p + 1e-8).log() + p).sum()  # finding: leaves almost no gradient


def of_the_others(z):
    """What is left of 1 does not vanish where the probability does."""
    p = F.softmax(z, dim=1)
    return -((1 - p) * torch.log(p + 1e-8)).sum()  # finding: leaves almost no gradient


class Words(torch.nn.Module):
    """Words sorted by how likely they are; no gradient is wanted of that."""

    def collect(self, logits):
        self.seen = F.softmax(logits.detach(), dim=-1)

    def scores(self, z):
        p = F.softmax(z, dim=-1)
        q = F.softmax(z, dim=-1).detach()
        torch.log(p.detach() + 1e-15)
        torch.log(q + 1e-15)
        torch.log(F.softmax(z.detach(), dim=-1) + 1e-15)
        torch.log(p + 1e-15)  # finding: softmax
        return torch.log(self.seen + 1e-15).argsort()
