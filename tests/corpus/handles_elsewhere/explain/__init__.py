from .recorder import Recorder, recording
from .attach import attach_all, attach_one
