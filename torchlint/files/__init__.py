"""Which files a run is about, what is in them, and what git says of them."""
