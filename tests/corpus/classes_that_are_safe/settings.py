"""What may be made when weights are loaded."""

import torch


class Settings:
    """How a model was trained."""

    rate = 0.1


torch.serialization.add_safe_globals([Settings])
