"""The recipe that turns folders of speech into a Vosk model: `python -m models.train --help`."""
