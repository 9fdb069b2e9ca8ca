"""One run: which files, which rules for each, in which processes, kept between runs, verified."""
