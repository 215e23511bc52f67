"""A cux provider for plain HTML forms, in the standard library only."""
