"""Starting CUDA where there is none raises, at the import of a file, too."""

import torch

torch.cuda.current_device()  # finding: `torch.cuda.current_device()` fails where PyTorch finds no GPU
print(torch.rand(3))
