"""What device a program computes on."""

import torch


def compute_init(device_type="cuda"):
    if device_type == "cuda":
        device = torch.device("cuda", 0)
    else:
        device = torch.device(device_type)
    return False, 0, device
