"""The bare model loads what the training has saved."""

from torch import nn
from ckpt import load_weights

model = nn.Linear(4, 1)
load_weights(model, "m.pt")
