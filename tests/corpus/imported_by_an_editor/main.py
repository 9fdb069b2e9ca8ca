"""Makes the models."""

from fit import fit, fit_scores
from nets import Odds, Scores


def main(graphs, width, classes):
    fit(Odds(width, classes), graphs)
    fit_scores(Scores(width, classes), graphs)
