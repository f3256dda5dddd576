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


def test_a_topic_is_asked_for_by_its_number_and_more_goes_on_from_there() -> None:
    lessons = Lessons(("topics", "nuts", "thieves"), 2)
    assert lessons.chapters() == {"chapter.1", "chapter.2"}
    assert lessons.chapter(1, "chapter.1", 10) == Asked(1, "topic.nuts", 10)
    assert lessons.phrases(1, 20) == {MORE}
    assert lessons.more(1, 20) == Asked(1, "topic.thieves", 20)
    assert lessons.contents(1, 30) == Asked(1, "topic.topics", 30)


def test_where_there_are_no_rules_there_are_no_topics() -> None:
    lessons = Lessons((), 1)
    assert lessons.chapters() == frozenset()
    assert lessons.contents(0, 0) is None
