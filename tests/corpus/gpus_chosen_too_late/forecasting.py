"""One experiment."""

from base import Experiment


class Forecasting(Experiment):
    def run(self):
        print(self.device)
