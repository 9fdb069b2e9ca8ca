import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

THRESHOLD = 0.5


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        return self.fc(x)


def hits(output, y):
    return (output > 0.5).eq(y > 0.5).sum().item()  # finding: `output` holds logits


def with_sigmoid(output, y):
    return (torch.sigmoid(output) > 0.5).eq(y > 0.5).sum().item()


def main():
    torch.manual_seed(0)
    loader = DataLoader(TensorDataset(torch.randn(64, 4), torch.randint(0, 2, (64, 3)).float()), batch_size=16)
    net = Net()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=3.0)
    right = 0
    for x, y in loader:
        out = net(x)
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        right += (out >= THRESHOLD).float().eq(y).sum().item()  # finding: holds logits, so THRESHOLD is not a
        rounded = torch.round(out)  # finding: compare `out.sigmoid()`
        by_name = out.detach().gt(0.5)  # finding: holds logits
        array = out.detach().cpu().numpy()
        found = np.where(array > 0.5, 1, 0)  # finding: `array` holds logits
        right += hits(out, y) + with_sigmoid(out, y)
        right += int(rounded.sum()) + int(by_name.sum()) + int(found.sum())
        # what a sigmoid made, and 0, which is the logit of a half
        probabilities = out.sigmoid()
        right += (probabilities > 0.5).sum().item() + (out > 0).sum().item() + probabilities.round().sum().item()
        right += (y > 0.5).sum().item() + (x > 0.5).sum().item()
        right += (F.softmax(out, dim=1) > 0.3).sum().item() + ((out - out.amin()) > 0.5).sum().item()
        right += (out > 1.5).sum().item()  # a logit that somebody has chosen
    with torch.no_grad():
        print(right, (net(x) > 0.5).sum())  # finding: holds logits


main()
