import torch
import torch.nn.functional as F
from torch import nn


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.act = nn.Linear(4, 3), nn.ReLU()
        self.sigmoid, self.softmax = nn.Sigmoid(), nn.Softmax(dim=1)
        self.body = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
        self.gate = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Sigmoid())  # finding: is the output of a
        self.right = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 3), nn.Sigmoid())

    def forward(self, x):
        a = self.sigmoid(self.act(self.fc(x)))  # finding: no probability can be below 0.5
        b = torch.sigmoid(self.body(x))  # finding: no probability can be below 0.5
        scores = F.relu(self.fc(x))
        c = F.log_softmax(scores, dim=1)  # finding: negative scores are 0 and get no gradient
        d = F.softmax(self.softmax(self.fc(x)), dim=1)  # finding: the outputs are nearly all alike
        e = self.softmax(torch.sigmoid(self.fc(x)))  # suspected: the outputs are nearly all alike
        return a + b, c, d, e + self.gate(x) + self.right(x)


class Chance(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return torch.sigmoid(self.fc(x))


class Innocent(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.other, self.nodes = nn.Linear(4, 3), nn.Linear(3, 3), nn.Parameter(torch.rand(3, 3))

    def forward(self, x):
        h = F.relu(self.fc(x))
        gate = torch.sigmoid(self.other(h))
        # brought back to 0 to 1
        share = 2 * torch.sigmoid(F.relu(self.fc(x))) - 1
        # products of nodes, whose weak links shall be alike
        links = F.softmax(F.relu(self.nodes @ self.nodes.t()), dim=1)
        # rows, then columns
        both = F.softmax(F.softmax(self.fc(x), dim=1), dim=0)
        again = F.log_softmax(F.log_softmax(self.fc(x), dim=1), dim=1).exp()
        leaky = torch.sigmoid(F.leaky_relu(self.fc(x)))
        narrow = torch.sigmoid(8 * (gate - 0.5))
        return gate + share + leaky + narrow, links, both + again


def of_either(x, layer, squash):
    y = layer(x)
    if squash:
        y = torch.sigmoid(y)
    return torch.sigmoid(y)


model = Chance()
rows = torch.rand(5, 4)
print((torch.sigmoid(model(rows)) > 0.5).sum())  # finding: all probabilities are between 0.5 and 0.74
loss = nn.CrossEntropyLoss()(nn.Sequential(nn.Linear(4, 3), nn.ReLU())(rows), torch.tensor([0, 1, 2, 0, 1]))  # finding: ReLU
print(loss, Twice()(rows), Innocent()(rows), of_either(rows, nn.Linear(4, 2), squash=bool(rows.sum() > 3)))
