"""English or Chinese: which one, and every fixed word in both.

Entries are translated field by field. A field without a translation is shown as it was written, marked as untranslated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Language = Literal["en", "zh"]

WORDS: Final[dict[str, tuple[str, str]]] = {
    "label": ("{0}: ", "{0}："),
    "remark": (" ({0})", "（{0}）"),
    "and": ("; ", "；"),
    "because": (" – {0}", "：{0}"),
    "then": (" {0}", "{0}"),
    "cause": ("Cause", "原因"),
    "try_first": ("Try first", "先试这个"),
    "also_try": ("Also possible", "其他办法"),
    "do_not": ("Do not", "不要做"),
    "applies_to": ("Applies to", "适用版本"),
    "if_not": ("If it is not that", "如果不是这个问题"),
    "source": ("Source", "来源"),
    "sources": ("Links", "参考链接"),
    "documentation": ("Documentation", "官方文档"),
    "untranslated": ("untranslated", "未翻译"),
    "when": ("when {0}", "适用于：{0}"),
    "verified": ("verified", "已验证"),
    "verified_with": ("verified with {0}", "已用 {0} 验证"),
    "success_rate": ("author's estimate: helps in {0} %", "作者估计：{0}% 有效"),
    "fail_rate": ("author's estimate: fails in {0} %", "作者估计：{0}% 无效"),
    "tier_reproduced": ("reproduced with the real tool", "已用真实工具复现"),
    "tier_observed": ("seen in a real log", "见于真实日志"),
    "tier_documented": ("documented", "有文档依据"),
    "tier_claimed": ("unverified claim", "未经验证的说法"),
    "ai_generated": ("AI-written, unverified", "AI 撰写，未经验证"),
    "last_confirmed": ("last confirmed {0}", "最近确认 {0}"),
    "evidence_count": ("{0} cases, by the author's count", "作者称有 {0} 例"),
    "layer": ("from the {0} knowledge base", "来自 {0} 知识库"),
    "resolvable_false": ("no fix is known", "目前没有解决办法"),
    "resolvable_partial": ("can be fixed in part only", "只能部分解决"),
    "more_plain": ("The whole entry: errkb explain {0}", "完整条目：errkb explain {0}"),
    "more_markdown": ("The whole entry: code action “explain in full”", "完整条目：代码操作“完整说明”"),
    "times_only": ("{0} times", "共 {0} 次"),
    "times": ("{0} times, last on line {1}", "共 {0} 次，最后一次在第 {1} 行"),
    "consequence": ("follows from line {0}: {1}", "由第 {0} 行引起：{1}"),
    "told_above": ("{0}: see above", "{0}：见上文"),
    "summary": ("Known failures: {0}. Logs: {1}.", "已知故障：{0} 个；日志：{1} 个。"),
    "start_with": ("Start with {0}", "先看 {0}"),
}

_CHINESE: Final = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Words:
    """The fixed words in one language."""

    language: Language

    def __call__(self, key: str, *values: object) -> str:
        """A word or phrase, its ``{0}`` … filled in."""
        text = WORDS[key][self.language == "zh"]
        for index, value in enumerate(values):
            text = text.replace(f"{{{index}}}", str(value))
        return text

    def choose(self, english: str | None, chinese: str | None = None) -> tuple[str, bool]:
        """A field of an entry in this language, else in the other one, and whether it is in this one. What is empty is in any language."""
        if chinese and is_chinese(chinese) and (self.language == "zh" or not english):
            return chinese, self.language == "zh"
        text = english or ""
        return text, self.language == "en" or not text or is_chinese(text)

    def field(self, english: str | None, chinese: str | None) -> str:
        """A field of an entry, marked where it is not in this language."""
        text, translated = self.choose(english, chinese)
        return text if translated else text + self("remark", self("untranslated"))


def is_chinese(text: str) -> bool:
    """Whether a text has Chinese characters in it: some of the public "translations" have none."""
    return bool(_CHINESE.search(text))


def choose_language(*preferences: str | None) -> Language:
    """The language of the first preference that says anything.

    :param preferences: settings and locales such as ``zh-cn``, ``de_DE.UTF-8``, strongest first; ``auto``, empty ones and None say nothing
    """
    for preference in preferences:
        if preference and preference != "auto":
            return "zh" if preference.lower().startswith("zh") else "en"
    return "en"
