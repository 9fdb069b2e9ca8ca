"""Names that a star import of torch brings along."""

from torch import *
from torch.nn import *
from torch.nn.functional import *
from torch.utils.data import *

weights = tensor([0.1, 0.2, 0.3], requires_grad=True)

reveal(weights)  # tensor, grad
reveal(sigmoid)  # external, torch.nn.functional.sigmoid
reveal(BCELoss)  # external, torch.nn.BCELoss
reveal(binary_cross_entropy)  # external, torch.nn.functional.binary_cross_entropy
reveal(DataLoader([]))  # loader, torch.utils.data.DataLoader
reveal(sigmoid(weights))  # tensor, grad, sigmoid
reveal(len)  # external, len
reveal(no_such_name)  # unknown

with no_grad():
    reveal(sigmoid(weights))  # tensor, no grad, sigmoid


def relu(x):
    return x.detach()


reveal(relu(weights))  # tensor, no grad
reveal(Sequential(Linear(2, 1), Sigmoid())(weights))  # tensor, grad, sigmoid
