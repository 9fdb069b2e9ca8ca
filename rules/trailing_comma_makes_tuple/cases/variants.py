from torch import nn


class Config:
    def __init__(self, multi_scale):
        self.even_batches = True
        if multi_scale:
            self.even_batches = False,  # finding: delete the comma
        self.mask = None,  # finding: the trailing comma makes `self.mask` a tuple
        self.shapes = (False,)
        self.flags = True,
        self.size = 3,
        self.right = False
        self.both = False, True


def build(config, bias=False):
    layers = None,
    for layer in layers:
        print(layer)
    options = dict(
        bias=bias,
        inplace=False,
    )
    return nn.Linear(3, 3, bias=options["bias"]), config.flags[0]


print(build(Config(True)))


def described(row, names):
    if "picture" in row:
        question = row["picture"]["question"]
        title = "a picture"
        shape = names
        size = 3
        extra = None
        side = 3
        both = row["sizes"]
    else:
        question = row["question"],  # suspected: makes `question` a tuple, unlike in the other branch
        title = row["title"],  # finding: makes `title` a tuple, unlike in the other branch; delete the comma
        shape = row["side"],  # the other name may be a tuple
        size = (row["side"],)
        extra = row["side"],  # None says nothing
        side = row["side"],  # suspected: makes `side` a tuple, unlike in the other branch
        both = row["side"],
    return question, title, shape, size, extra, side, *both
