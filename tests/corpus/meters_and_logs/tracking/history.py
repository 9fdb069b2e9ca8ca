"""What is appended in a method or a helper stays with the caller's object."""


class History:
    def __init__(self):
        self.losses, self.numbers = [], []

    def add(self, name, value):
        self.losses.append((name, value))

    def add_number(self, name, value):
        self.numbers.append((name, float(value)))


def remember(recent, value):
    recent.append(value)
