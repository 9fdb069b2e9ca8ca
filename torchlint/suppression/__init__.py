"""Comments that silence findings."""
