"""Names that are gone, read without being called; and those that somebody has looked for, or put there."""

import torch


class Folder:
    def __init__(self, root, torch_of_another):
        self.torch = torch_of_another
        if hasattr(torch, "_six") and isinstance(root, torch._six.string_classes):
            root = root.strip()
        self.root = root

    def is_text(self):
        return isinstance(self.root, torch._six.string_classes)  # finding: `torch._six` fails since PyTorch 2.0

    def others(self):
        return self.torch._six.string_classes, torch.fft.rfft, torch.linalg.eigh


def endless():
    try:
        return torch._six.inf
    except AttributeError:
        return float("inf")
