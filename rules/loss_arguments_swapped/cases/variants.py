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
    return F.binary_cross_entropy_with_logits(label, prediction)  # suspected: `prediction` is the output and `label`


def unknown_maps(heatmap, heatmap_pred, label_logits, scores):
    loss = F.binary_cross_entropy_with_logits(heatmap_pred, heatmap)
    loss = loss + F.cross_entropy(label_logits, scores.softmax(1))
    return loss + F.binary_cross_entropy(heatmap, heatmap_pred)  # suspected: takes the output first; swap them


def with_shifted_labels(batches):
    for batch in batches:
        labels, logits = batch.label - 1, net(batch.text)
        F.cross_entropy(labels, logits).backward()  # finding: `logits` is the output and `labels` the target


def distilled(x, labels):
    with torch.no_grad():
        teacher_logits = teacher(x)
    return F.cross_entropy(labels, teacher_logits)


def named_alike(rows, held_out, target):
    """The first may be an earlier output."""
    rows_out = net(rows)
    loss = F.binary_cross_entropy_with_logits(rows, rows_out)  # suspected: `rows_out` is the output and `rows` the
    return loss + F.cross_entropy(target, held_out)
