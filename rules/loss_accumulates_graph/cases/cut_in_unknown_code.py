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
