"""Measures a Vosk model folder for this game: `python -m models.train.evaluate MODEL_DIR --data AUDIO_DIR`.

Any model with a run-time graph is welcome, ours or a stock one: words it lacks are skipped and counted.
All audio is prepared once, by fixed seeds, so that every model hears the same samples.
"""
