import torch


def in_order(x, groups, heads):
    b, c, h, w = x.shape
    shuffled = x.view(b, groups, c // groups, h, w).transpose(1, 2).reshape(b, c, h, w)
    flat = x.view(b, c, h * w), x.view(b, -1), x.reshape(b * c, h, w), x.view(b, c, -1), x.view(-1, c, h, w)
    moved = x.permute(0, 2, 3, 1).reshape(b, h * w, c)
    x = x.transpose(1, 2).contiguous()
    return shuffled, flat, moved, x.view(b, h, c, w), x.view(b, heads, -1)


def of_another(x, y):
    b, n, d = x.shape
    return y.view(d, n, b), y.view(y.size(0), -1), x.view(x.size(0), 1, n, d)


def again(x):
    b, n = x.shape
    n, b = b, n
    return x.view(n, b)


def square(x):
    n, m = x.size(0), x.size(-1)
    return x.view(n, m), x.new_zeros(m, n).view(n, m)
