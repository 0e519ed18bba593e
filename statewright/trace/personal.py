"""Patterns of personal data and secrets, for the advisory check of AETP section 7.4. They miss much and mistake some."""

from __future__ import annotations

import re

_PATTERNS = {
    "an e-mail address": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "an IPv4 address": re.compile(r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])"),
    "a phone number": re.compile(
        r"(?<![\w.:-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\w-])"),
    "a US social security number": re.compile(r"(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])"),
    "a home folder": re.compile(r"/(?:home|Users)/[^/\s]+|[A-Za-z]:\\Users\\[^\\\s]+"),
    "a key or token": re.compile(
        r"\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{12,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{30,}"
        r"|glpat-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----"),
}
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])")


def found_in(text: str) -> list[str]:
    """What kinds of personal data a text looks like it holds; never the data itself."""
    found = [kind for kind, pattern in _PATTERNS.items() if pattern.search(text)]
    if any(_luhn(match[0]) for match in _CARD.finditer(text)):
        found.append("a payment card number")
    return found


def _luhn(text: str) -> bool:
    digits = [int(char) for char in reversed(text) if char.isdigit()]
    doubled = [digit if place % 2 == 0 else (digit * 2 - 9 if digit > 4 else digit * 2) for place, digit in enumerate(digits)]
    return sum(doubled) % 10 == 0 and len(set(digits)) > 1
