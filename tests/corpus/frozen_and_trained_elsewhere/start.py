"""The program."""

from learning import learn
from tagger import Tagger


def start(pictures_and_tags):
    tagger = Tagger(tags=12, learn="head")
    learn(tagger, pictures_and_tags)
