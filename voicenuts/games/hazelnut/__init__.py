"""Knights of the Hazelnut: the rules (`game`) and what they are made of."""
