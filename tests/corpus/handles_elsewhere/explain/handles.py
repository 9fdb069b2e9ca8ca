"""A list of handles with a method that removes them all; it knows nothing of PyTorch."""


class Handles:
    def __init__(self):
        self.kept = []

    def add(self, handle):
        self.kept.append(handle)

    def remove_all(self):
        for handle in self.kept:
            handle.remove()
        self.kept.clear()
