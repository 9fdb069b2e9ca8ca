"""`--verify`: what a run of the user's own program shows about findings, as plan, session, evidence and verdict.

Begin with `session.py`, which runs the command. It may import report, and knows no rule by name; `runtime/` is loaded
into the user's process and imports nothing of torchlint.
"""
