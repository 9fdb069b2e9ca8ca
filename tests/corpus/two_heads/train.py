"""Takes the right head most of the time."""

import torch
from torch import nn
from torch.nn import functional as F

from model import ByAttribute, ByKey, ByMethod, ByMode, ByPosition

x, y = torch.randn(4, 8), torch.randint(0, 3, (4,))
criterion = nn.CrossEntropyLoss()

scores, odds = ByPosition()(x)
criterion(scores, y).backward(retain_graph=True)
criterion(odds, y).backward()  # finding: `CrossEntropyLoss` applies softmax itself, but `odds` already holds probabilities

output = ByKey()(x)
F.nll_loss(output["odds"].log(), y).backward(retain_graph=True)  # finding: can underflow to 0
criterion(output["scores"], y).backward(retain_graph=True)
criterion(output["odds"], y).backward()  # finding: applies softmax itself, but `output["odds"]` already holds probabilities

output = ByAttribute()(x)
criterion(output.scores, y).backward()
criterion(ByMode()(x), y).backward()
criterion(ByMethod()(x), y).backward()
with torch.no_grad():
    soft = ByPosition()(x)[1]
criterion(ByMethod()(x), soft).backward()
F.kl_div(ByMethod()(x).log_softmax(1), soft, reduction="batchmean").backward()
