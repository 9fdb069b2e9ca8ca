"""Which names, functions and classes a file defines, and which definition a use of a name sees."""
