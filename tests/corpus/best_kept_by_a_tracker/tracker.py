"""What keeps the best weights, one without a copy and one with."""

import copy


class Best:
    def __init__(self):
        self.score = float("inf")
        self.state = None

    def update(self, score, model):
        if score < self.score:
            self.score = score
            self.state = model.state_dict()


class BestCopy:
    def __init__(self):
        self.score = float("inf")
        self.state = None

    def update(self, score, model):
        if score < self.score:
            self.score = score
            self.state = copy.deepcopy(model.state_dict())
