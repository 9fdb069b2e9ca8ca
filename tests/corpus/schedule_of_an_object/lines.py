"""Lines that are fitted: they hold their optimizer, and give what a checkpoint needs."""

import torch


class Lines:
    def __init__(self, count):
        self.places = torch.nn.Parameter(torch.zeros(count, 3))
        self.optimizer = torch.optim.Adam([self.places])

    def captured(self):
        return self.places, self.optimizer.state_dict()

    def restore(self, parts):
        places, state = parts
        self.places.data.copy_(places)
        self.optimizer.load_state_dict(state)
