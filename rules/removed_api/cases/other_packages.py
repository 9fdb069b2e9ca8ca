"""Calls and imports of packages that training code uses, and that they do not take any more."""

import librosa
import numpy as np
import torch
import yaml
from datasets import load_dataset, load_metric  # finding: `datasets.load_metric` fails since datasets 3.0; use `evaluate.load`
from librosa.filters import mel as mel_basis
from librosa.util import pad_center
from sklearn.cross_validation import KFold  # finding: `sklearn.cross_validation` fails since scikit-learn 0.20
from sklearn.externals import joblib  # finding: `sklearn.externals.joblib` fails since scikit-learn 0.23; import `joblib`
from sklearn.metrics import accuracy_score
from torchvision.models.utils import load_state_dict_from_url  # finding: `torchvision.models.utils` has been removed
from sklearn.utils.linear_assignment_ import linear_assignment  # finding: use `scipy.optimize.linear_sum_assignment`


def settings(path):
    with open(path) as file:
        first = yaml.load(file)  # finding: `yaml.load(...)` without `Loader` fails since PyYAML 6.0; use `yaml.safe_load`
    with open(path) as file:
        second = yaml.load(file, Loader=yaml.FullLoader)
    with open(path) as file:
        return first, second, yaml.load(file, yaml.SafeLoader), yaml.safe_load(path)


def features(path, settings):
    sound, rate = librosa.load(path, 22050)  # finding: pass `22050` and what follows by keyword
    sound, rate = librosa.load(path, sr=rate)
    window = pad_center(np.hanning(400), 512)  # finding: fails since librosa 0.10 with so many arguments by position
    window = pad_center(np.hanning(400), size=512)
    basis = mel_basis(rate, 512, 80)  # finding: pass `rate` and what follows by keyword
    basis = mel_basis(sr=rate, n_fft=512, n_mels=80)
    return torch.from_numpy(basis), window, librosa.resample(sound, **settings)


def drawn(figure, line):
    figure.canvas.draw()
    pixels = np.fromstring(figure.canvas.tostring_rgb(), np.uint8, sep="")  # finding: `sep=""` fails since NumPy 2.3 # finding: `figure.canvas.tostring_rgb` fails since Matplotlib 3.10
    pixels = np.fromstring(line, np.uint8)  # finding: `np.fromstring(...)` without `sep` fails since NumPy 2.3
    return pixels, np.fromstring(line, sep=" "), np.fromstring(line, np.float32, -1, ",")


def rouge(name):
    return load_metric("rouge"), load_dataset(name), load_state_dict_from_url(name)


def chosen(costs, folds):
    return KFold(folds), joblib.dump(costs, "costs"), accuracy_score(costs, costs), linear_assignment(costs)
