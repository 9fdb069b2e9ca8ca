"""Functions whose successors take other arguments."""

import torch


def factors(a, is_upper):
    plain = torch.cholesky(a)  # finding: use `torch.linalg.cholesky`
    upper = torch.cholesky(a, is_upper)  # finding: use `torch.linalg.cholesky`
    q, r = torch.qr(a, some=False)  # finding: use `torch.linalg.qr`
    return plain, upper, q, r, torch.linalg.cholesky(a), torch.linalg.qr(a), a.cholesky(), a.qr()


def products(matrices, a, b):
    both = torch.chain_matmul(a, b)  # finding: use `torch.linalg.multi_dot`
    return both, torch.chain_matmul(*matrices), torch.linalg.multi_dot([a, b])  # finding: use `torch.linalg.multi_dot`


def places(count):
    known = torch.range(0, 3)  # finding: use `torch.arange`, which excludes the end
    return known, torch.range(1, count), torch.arange(count), range(count)  # finding: use `torch.arange`


def outer(a, b):
    return torch.ger(a, b), torch.outer(a, b)  # finding: `torch.ger` is deprecated and will be removed
