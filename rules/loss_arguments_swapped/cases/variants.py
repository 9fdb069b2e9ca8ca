import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.rand(8, 3)), batch_size=4)
net, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
criterion, bce = nn.CrossEntropyLoss(), nn.BCELoss()
for x, y in loader:
    out = net(x)
    loss = criterion(y, out)  # finding: `CrossEntropyLoss` takes the output first
    loss = loss + bce(y, torch.sigmoid(out))  # finding: `torch.sigmoid(out)` is the output and `y` the target
    loss = loss + F.binary_cross_entropy(input=torch.ones(4, 3), target=out.sigmoid())  # finding: the output first
    loss = loss + criterion(out, y) + bce(out.sigmoid(), y) + F.mse_loss(y, out) + F.l1_loss(y, out)
    with torch.no_grad():
        wanted = teacher(x).softmax(dim=1)
    loss = loss + criterion(out, wanted)
    # both are outputs, and both learn
    loss = loss + F.binary_cross_entropy_with_logits(teacher(x), out.sigmoid())
    loss.backward()


def unknown(prediction, label):
    return F.binary_cross_entropy_with_logits(label, prediction)
