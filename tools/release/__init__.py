"""Makes what a release publishes, and tries each part as a user would; `python -m tools.release` runs it."""
