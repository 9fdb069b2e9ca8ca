"""Programs for those who work on torchlint; none of them is part of it."""
