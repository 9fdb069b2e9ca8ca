from .forecaster import Forecaster
