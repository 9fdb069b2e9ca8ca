import torch

torch.autograd.set_detect_anomaly(True)
torch.zeros(1, requires_grad=True).sqrt().sum().backward()
