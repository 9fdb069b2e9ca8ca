"""Exponentials of differences: only that from a maximum cannot overflow."""

import torch


def ranked(users, good, other):
    good = torch.sum(users * good, 1)
    other = torch.sum(users * other, 1)
    return torch.log(1 + torch.exp(other - good)).mean()  # finding: is inf for inputs above 88


def of_two(first, second):
    return torch.log(1 + torch.exp(first - second))  # finding: is inf for inputs above 88


def shifted(rows):
    top = rows.max(1, keepdim=True).values
    return torch.log(torch.exp(rows - top).sum(1)) + top[:, 0]


def shifted_by_a_caller(rows, top):
    return torch.log(torch.exp(rows - top).sum(1))


def shifted_by_something_else(rows, weights):
    middle = rows.mean(1, keepdim=True) * weights
    return torch.log(torch.exp(rows - middle).sum(1))  # finding: is inf as soon as one exponential overflows
