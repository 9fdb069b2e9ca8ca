"""What is given to a function of torch.nn.functional is a tensor; what else has such a method is not known."""

import torch
import torch.nn.functional as F


class Assigner:
    def targets(self, labels, index):
        chosen = labels.long().flatten()[index]
        chosen.clamp(0)  # finding: `chosen.clamp(0)` returns its result and leaves `chosen` unchanged; assign it
        return F.one_hot(chosen, 4)

    def bounded(self, box, labels):
        box.clamp(0)  # an object of the caller's, which may bound itself
        return box, F.one_hot(labels, 4)

    def another(self, labels):
        labels.clamp(0)
        labels = labels.read()
        return F.one_hot(labels, 4)


def pinned(path, device):
    rows = torch.load(path)
    rows.pin_memory()  # suspected: `rows.pin_memory()` returns its result and leaves `rows` unchanged; assign it
    other = torch.load(path)
    other.to(device)  # suspected: `other.to(device)` returns its result and leaves `other` unchanged; assign it
    other.share_memory_()
    model = torch.load(path)
    model.to(device)
    return rows.shape[0], other, model(rows)


def shaped(thing, array):
    thing.to("cuda")
    array.sort()  # an array sorts itself
    return thing.read(), array.shape
