"""Microphone blocks in, accepted phrases out: voice activity, cross-talk, recognition."""
