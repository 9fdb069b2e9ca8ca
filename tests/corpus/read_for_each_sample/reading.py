"""Reading files, for whoever needs it."""

import json

import pandas as pd


def read_table(path):
    return pd.read_csv(path, sep="\t")


def read_json(path):
    with open(path) as file:
        return json.load(file)
