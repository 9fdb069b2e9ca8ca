"""One program, run for one data set after the other: each makes a model, and keeps a copy of the best."""

from torch.utils.data import DataLoader

from parts.pipeline import Pipeline


def fit(rows, width):
    pipeline = Pipeline(width=width)
    pipeline.train(DataLoader(rows, batch_size=4))
    print(pipeline.predict(DataLoader(rows)))


if __name__ == "__main__":
    fit([], 8)
    fit([], 16)
    fit([], 32)
