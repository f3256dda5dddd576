from __future__ import annotations

from voicenuts.table.lessons import ATTENTION, MORE, Lessons
from voicenuts.values import Asked


def test_more_leads_through_all_topics_and_then_is_open_no_more() -> None:
    lessons = Lessons(("nuts", "thieves"), 2)
    assert not lessons.phrases(0, 0)
    lessons.begin(0, 10)
    assert lessons.phrases(0, 10) == {MORE}
    assert not lessons.phrases(1, 10)
    assert lessons.more(0, 20) == Asked(0, "topic.nuts", 20)
    assert lessons.more(0, 30) == Asked(0, "topic.thieves", 30)
    assert not lessons.phrases(0, 31)
    assert lessons.more(0, 40) == Asked(0, "topic.thieves", 40), "said as the last one was told"
    lessons.begin(0, 50)
    assert lessons.more(0, 60) == Asked(0, "topic.nuts", 60)


def test_attention_ends() -> None:
    lessons = Lessons(("nuts",), 1)
    lessons.begin(0, 10)
    assert lessons.phrases(0, 10 + ATTENTION)
    assert not lessons.phrases(0, 11 + ATTENTION)
