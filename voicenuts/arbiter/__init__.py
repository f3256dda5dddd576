"""Who called first: what was heard and an open window in, one fair decision out."""

from voicenuts.arbiter.docket import Docket, claim, hear, opened, rule
from voicenuts.arbiter.ruling import even, resolved, unsure
from voicenuts.arbiter.verdicts import Closed, Early, Holding, Late, Settled, Verdict

__all__ = [
    "Closed",
    "Docket",
    "Early",
    "Holding",
    "Late",
    "Settled",
    "Verdict",
    "claim",
    "even",
    "hear",
    "opened",
    "resolved",
    "rule",
    "unsure",
]
