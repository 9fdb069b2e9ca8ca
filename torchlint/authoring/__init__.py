"""What authors of rules use: marks, tests, templates, pages."""
