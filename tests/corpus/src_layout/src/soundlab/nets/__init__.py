from ._impl import get_net
