class Mean:
    def __init__(self):
        self.__sum = self.total = 0

    def update(self, value):
        self.total += value  # refuted: no graph


def smoothed(values):
    """Nothing here is a tensor."""
    größe, total = "äöü", 0.0
    for value in values:
        größe += "ü"; total += value  # refuted: no graph
    return total
