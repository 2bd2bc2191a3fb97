"""A hand edit inside recorded lines; later most of the file again by hand."""
