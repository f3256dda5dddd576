"""Pure rules: a state and an event in, the next state and its effects out."""
