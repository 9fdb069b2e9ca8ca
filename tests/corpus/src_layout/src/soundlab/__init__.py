from soundlab.engine import Engine
from soundlab.nets import get_net

__all__ = ["Engine", "get_net"]
