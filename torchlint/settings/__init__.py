"""Settings, each with the place where it was written, and whom they are believed."""
