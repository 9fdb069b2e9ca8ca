"""Run by a test without no_grad, and by a script with it: the script decides."""


def accuracy(net, loader):
    net.eval()
    right = 0
    for x, y in loader:
        right += (net(x).mean((1, 2, 3)) > 0).eq(y).sum().item()
    return right
