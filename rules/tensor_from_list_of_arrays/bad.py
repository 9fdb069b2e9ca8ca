"""Makes one batch of frames, as they come from a camera."""

import numpy as np
import torch

frames = []
for _ in range(16):
    frames.append(np.random.rand(3, 64, 64))
batch = torch.tensor(frames, dtype=torch.float32)  # finding: copies element by element
print(batch.shape)
