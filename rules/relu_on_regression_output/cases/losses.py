import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(4, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.out(F.relu(self.hidden(x)))


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


def train(x, y):
    net, student, teacher = Net(), Features(), Features()
    ending = nn.Sequential(nn.Linear(4, 1), nn.ReLU())
    loss = nn.MSELoss()(ending(x), y)  # suspected: `ending(x)` is the output of a ReLU, so it is never below 0
    loss = loss + F.smooth_l1_loss(torch.relu(net(x)).squeeze(1), y[:, 0])  # suspected: is the output of a ReLU
    right = F.mse_loss(net(x), y) + F.l1_loss(F.leaky_relu(net(x)), y) + F.mse_loss(F.softplus(net(x)), y)
    # features of a teacher, and of another input
    alike = F.mse_loss(student(x), teacher(x).detach()) + F.mse_loss(student(x), student(x + 1))
    with torch.no_grad():
        error = F.mse_loss(ending(x), y)
    return loss + right + alike, error


print(train(torch.rand(3, 4), torch.rand(3, 1)))
