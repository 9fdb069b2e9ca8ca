"""A hook takes the logarithm of a softmax of what the layer gives, in the one model that was finished with it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def normalise(module, inputs, output):
    return output.log_softmax(dim=1)


def finish(model, names):
    for name, layer in model.named_modules():
        if name in names:
            layer.register_forward_hook(normalise)


torch.manual_seed(0)
finished, unfinished = Classifier(), Classifier()
finish(finished, ["head"])
rows, labels, weights = torch.randn(16, 8), torch.randint(3, (16,)), torch.rand(16)
each = F.nll_loss(finished(rows), labels, reduction="none")  # suspected: is raw layer output  # refuted
print((each * weights).mean().item())
each = F.nll_loss(unfinished(rows), labels, reduction="none")  # suspected: is raw layer output
print((each * weights).mean().item())
