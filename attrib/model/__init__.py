"""The nouns: values without input or output, standard library only."""
