"""A logger that gives on the batches of whatever it is given."""


class Logger:
    def __init__(self, every):
        self.every = every

    def log(self, batches, title):
        for i, batch in enumerate(batches):
            yield batch
            if i % self.every == 0:
                print(title, i)
