"""Random command lines: put together from a grammar, damaged by splices, or plain heaps of fragments.

The commands ``k…`` do not exist; the shell's handler for unknown commands logs them. An odd length fails, an even one
succeeds. ``run1`` and ``run2`` exist as programs, so that env, xargs and find can start them.
"""

import random

KEYS = ["k1", "k22", "k333", "k4444", "run1", "run2"]
TEXTS = ["a", "b1", "'c d'", '"e f"', "$v", '"$v"', "${v:-k1}", "\\;", "x=1", "*", "{p,q}", "-n", "'$(k22 q)'", '"\\$(k22 r)"', "$'t\\tu'",
    "'`k22 s`'",
         "#h", "a#b", "~", "!", "]]", "fi", "do", "==", "=~", "5", "0", "\\\n", "a\\\nb", '""', "''", "\u00e9", "\u3000"]
FRAGMENTS = [
    "'", '"', "`", "$(", ")", "$'", "\\", "\n", " ", ";", "#", "<<E\n", "E", "\nE\n", "<<'E'\n", "<<-E\n\t", "<<<", "<<\\E\n", "{ ", "; }", "((",
    "))", "[[ ", " ]]",
    "[ ", " ] ", "$((", "${v:-", "}", "case a in a) ", ";;", ";&", " esac", "if ", "; then ", "; fi", "echo ", "&&", "|", "&", "|&", ">", "=",
    "a", "v=", "w=(", "f()",
    "! ", "<(", "$[", "]", "\\\n", "\t", "$", '"$(', '")', "(", " # ", "a[", "$v", '"$v"', "2>&1", "2>", "&>", ">&2", "<", "for i in a b; do ",
    "; done", "function g ",
    "*", "?", "~", "%", "@", " == ", "==", "=~", " -eq ", "do ", "in ", "time ", "coproc ", "+=", "@(", "!(", "\\#", "\\ ", "%s", '$"', "${",
    "$#", "${#", "0", "-", ".", ",",
    "{a,b}", "+", "^", ":", "true ", "\\'", '\\"', "\\\\", "$\\\n", " && ", " || ", "eval ", "trap ", "env ", "bash -c ", "xargs ", "k1 ", "k22",
    "$(k333)", "`k4444`", "\nk1\n",
    "let ", "declare ", "export ", "unset ", "read ", "printf -v ", "test ", "[[ -v ", "'a[$(k22)]'", "@P}", "${!v", "until ", "while ", "elif ",
    "else ", "select ", "then ",
]


class Maker:
    """Lines from one seed."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)  # noqa: S311

    def line(self) -> str:
        kind = self.rnd.random()
        if kind < 0.25:
            return self.heap()
        text = self.program(3)
        if kind < 0.6:
            for _ in range(self.rnd.randint(1, 3)):
                text = self.damage(text)
        return text

    def heap(self) -> str:
        parts = [self.rnd.choice(FRAGMENTS) for _ in range(self.rnd.randint(1, 9))]
        parts.insert(self.rnd.randint(0, len(parts)), self.rnd.choice(["k1 a", "\nk22\n", ";k333;", "$(k1 b)", "`k22`", "k1 "]))
        return "".join(parts)

    def damage(self, text: str) -> str:
        at = self.rnd.randint(0, len(text))
        if self.rnd.random() < 0.3:
            return text[:at] + text[at + self.rnd.randint(1, 3):]
        return text[:at] + self.rnd.choice(FRAGMENTS) + text[at:]

    def program(self, depth: int) -> str:
        out = self.pipe(depth)
        for _ in range(self.rnd.choice([0, 0, 1, 1, 2])):
            out += self.rnd.choice([" && ", " || ", "; ", "\n", " & ", " &&\n", ";", "\n\n", "\\\n && ", " # c ' \"\n"]) + self.pipe(depth)
        return out

    def pipe(self, depth: int) -> str:
        out = self.command(depth)
        for _ in range(self.rnd.choice([0, 0, 0, 1, 2])):
            out += self.rnd.choice([" | ", "|", " |& ", " |\n"]) + self.command(depth)
        return self.rnd.choice(["", "", "", "", "", "! ", "time ", "time -p "]) + out

    def command(self, depth: int) -> str:
        choice = self.rnd.random()
        if depth <= 0 or choice < 0.45:
            return self.simple(depth)
        if choice < 0.7:
            return self.wrapped(depth)
        inner = self.program(depth - 1)
        other = self.program(depth - 1)
        return self.rnd.choice([
            "( %s )", "(%s)", "{ %s; }", "{ %s\n}", "if %s; then %s; fi", "if %s; then\n%s\nelse k1 z; fi", "while %s; do %s; break; done",
            "for i in a %s; do %s; done",
            "until k1; do break; done; %s", "case %s in a) %s;; *) k1;; esac", "case a in (a|b) %s ;& c) %s;; esac", "f() { %s; }; f; k1 f",
            "function g { %s; }\ng", "[[ -n a && $(%s) ]]",
            "(( $(%s; echo 1) + 1 ))", "for ((i=0; i<1; i++)); do %s; done", "coproc { %s; }", "{ %s; } 2>&1 >/dev/null",
            "( %s ) <<E\n$(k1 h)\nE\n", "[[ a == $(%s) ]] || %s", "k1 a{b,$(%s)}",
        ]).replace("%s", "\0", 1).replace("%s", other).replace("\0", inner)

    def simple(self, depth: int) -> str:
        words = [self.rnd.choice(KEYS)] + [self.text(depth) for _ in range(self.rnd.choice([0, 1, 1, 2, 3]))]
        if self.rnd.random() < 0.15:
            words.insert(0, self.rnd.choice(["v=1", "v=%s", "w=(a %s)", "v+=x", "w[1]=%s"]).replace("%s", self.text(depth)))
        if self.rnd.random() < 0.25:
            words.insert(self.rnd.randint(0, len(words)), self.redirect(depth))
        line = self.rnd.choice([" ", " ", "  ", "\t", " \\\n "]).join(words)
        if self.rnd.random() < 0.08 and "<<" not in line:
            body = self.rnd.choice(["plain\n", "$(k22 hd)\n", "`k1`\n", "it's \"\n", "\\$(k1 no)\n", "a\\\nb\n"])
            line += self.rnd.choice([" <<E\n%sE\n", " <<'E'\n%sE\n", " <<-E\n\t%s\tE\n", " <<\\E\n%sE\n",
                " <<\"E\" | k22 t\n%sE\n"]).replace("%s", body)
        return line

    def redirect(self, depth: int) -> str:
        return self.rnd.choice([">/dev/null", "2>&1", ">out", "2>>out", "&>out", "<<< %s", "< <(%p)", "> >(%p)", "3<&0", ">|out", "<>out", "2>&-",
            "{fd}>out"]).replace(
            "%s", self.text(depth)).replace("%p", self.simple(0))

    def text(self, depth: int) -> str:
        if depth <= 0 or self.rnd.random() < 0.7:
            return self.rnd.choice(TEXTS)
        inner = self.program(depth - 2)
        if "'" in inner or "\\" in inner:
            inner = "k1 i"
        return self.rnd.choice(['"$(%s)"', "$(%s)", "`%t`", '"`%t`"', "${v:-$(%s)}", '"${v:-"$(%s)"}"', "<(%s)", "$((1 + $(%s; echo 2)))",
            '"a $(%s) b"', "x$(%s)y", "$( (%s) )",
                                "${w[$(%s;echo 0)]}", "${v/$(%s)/y}", "$(echo '%s')",
                                "{$(%s),b}"]).replace("%s", inner).replace("%t", self.simple(0).replace("`", "").replace("\\", ""))

    def wrapped(self, depth: int) -> str:
        inner = self.simple(0).replace("'", "")
        return self.rnd.choice([
            "env %e", "env -i v=1 A=2 %e", "env -u v %e", "timeout 5 %e", "nice -n 1 %e", "nohup %e", "command %s", "exec %s",
            "echo a | xargs -n 1 %e", "echo b | xargs -I{} %e {}",
            "find . -maxdepth 0 -exec %e {} \\;", "find . -maxdepth 0 -exec %e {} +", "eval '%s'", "eval '%s; %s'", "trap '%s' EXIT",
            "bash -c '%s'", "bash -ec '%s' k1 x", "sh -c '%s'", "bash <<< '%s'",
            "bash <<'E'\n%s\nE\n", "source /dev/stdin <<< '%s'", "echo '%s' | bash", "env env %e", "stdbuf -oL %e", "setsid -w %e", "eval \"%e\"",
            "builtin eval '%s'",
        ]).replace("%s", inner).replace("%e", self.rnd.choice(["run1", "run2 x", "run1 'y z'", "run2 $v"]))
