"""Runs the user's main script, which Python would have compiled where nothing can be put in."""

import sys

sys.modules["_torchlint.main_script"].run()
