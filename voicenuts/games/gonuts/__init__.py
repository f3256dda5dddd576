"""Go Nuts!: the rules (`game`) and what they are made of."""
