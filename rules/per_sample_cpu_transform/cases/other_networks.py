"""A network of another framework is called with batches too."""

import flax.linen as nn
import jax.numpy as jnp
import numpy as np
import torch


class Pixels(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = jnp.transpose(x, (0, 2, 3, 1))
        x = x / 255.0
        return nn.Dense(4)(x)


class ToFloats:
    """A transform."""

    def __call__(self, image):
        return torch.from_numpy(np.asarray(image)).float() / 255.0  # suspected: for each sample
