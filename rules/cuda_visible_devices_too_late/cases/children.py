"""What is set here is for other processes."""

import os
import subprocess

import torch

print(torch.cuda.is_available())
for gpu in range(2):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
    subprocess.Popen(["nvidia-smi"])
