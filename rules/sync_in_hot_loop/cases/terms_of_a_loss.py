"""Parts of a loss, fetched by the loop that adds them up, by TensorBoard, and by the module that computes them."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.tensorboard import SummaryWriter


class Overlap(nn.Module):
    """One loss for each class, whose numbers nobody reads."""

    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def _of_class(self, scores, labels):
        return 1 - 2 * (scores * labels).sum() / (scores.sum() + labels.sum() + 1e-5)

    def _by_chance(self, scores):
        return torch.rand(scores.shape[0]).mean()

    def forward(self, scores, labels, normalise=False):
        if normalise:
            scores = scores.softmax(1)
        shown, chances, loss = [], [], 0.0
        for number in range(self.classes):
            one = self._of_class(scores[:, number], labels[:, number])
            shown.append(1.0 - one.item())  # suspected: `one.item()` waits for the GPU in each training step; keep
            chances.append(self._by_chance(scores).item())
            loss += one
        return loss / self.classes


def fit(net, overlap, optimizer, pairs, device="cuda"):
    writer, step, classes, overlaps, far = SummaryWriter("log"), 0, 0.0, 0.0, 0.0
    for images, labels in pairs:
        scores = net(images.to(device))
        of_classes = F.cross_entropy(scores, labels.to(device))
        of_overlap = overlap(scores, labels.to(device))
        distance = labels.float().mean()
        loss = 0.4 * of_classes + 0.6 * of_overlap
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step = step + 1
        writer.add_scalar("loss", loss, step)  # finding: `writer.add_scalar("loss", loss, step)` waits
        writer.add_scalar("rate", optimizer.param_groups[0]["lr"], step)
        if step % 50 == 0:
            writer.add_scalar("overlap", of_overlap, step)
        overlaps += of_overlap.item()  # finding: `of_overlap.item()` waits
        classes += of_classes.item()  # finding: `of_classes.item()` waits
        far += distance.item()
    return classes, overlaps, far
