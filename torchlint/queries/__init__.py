"""What rules ask of a file: typed functions by topic."""
