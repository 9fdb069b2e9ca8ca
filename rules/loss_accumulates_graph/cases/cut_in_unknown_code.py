"""What a model gives is a dict or an unknown object; how it is used says whether a graph can be left."""

from somewhere import Result
from torch import nn
from torch.utils.data import DataLoader

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 3)
    def forward(self, rows):
        return {"scores": self.layer(rows)}

class Other(Net):
    def forward(self, rows):
        return Result(self.layer(rows))

def score(rows, kind):
    model = Net() if kind == "net" else Other()
    model.eval()
    loader = DataLoader(rows, batch_size=8)
    correct, same, loss = 0, 0, 0
    for rows, labels in loader:
        out = model(rows)
        guess = out.data.max(1, keepdim=True)[1]
        correct += guess.eq(labels.view_as(guess)).long().cpu().sum()
        best = out.argmax(1)
        same += (best == labels).sum()
        loss += out.logsumexp(1).sum()  # suspected: `loss` keeps the graph
    return correct, same, loss


class Meter:
    def __init__(self):
        self.total, self.count = 0, 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


def train(rows, kind, optimizer):
    model = Net() if kind == "net" else Other()
    cut, kept = Meter(), Meter()
    for rows, labels in DataLoader(rows, batch_size=8):
        out = model(rows)
        cost, penalty = out.costs(labels)
        loss = cost + penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        cut.update(cost.cpu().data)
        cut.update(penalty.data.mean())
        kept.update(cost.cpu())  # suspected: `kept` keeps the graph
    print(cut.total / cut.count, kept.total / kept.count)
