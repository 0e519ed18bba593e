"""Lines with variables, loops, conditions and the output of commands, put together at random, for the quick look."""

# ruff: noqa: E501  (rows of words)
import random

COMMANDS = """ls;wc -l f;cat f;grep -c x f;git status --short;git rev-parse HEAD;git diff --name-only;find src -name '*.py';nproc;wc -l;head -5;pwd;pytest -q;npm test
git add -A;echo x;true;sort;jq .a f;stat -c %s f;mkdir -p new;sed -n 1p f;git commit -m x;git push;make build;printenv;env;tee x;rm -rf build;rm f;touch x;sh;bash;eval x
xargs rm;claude -p x;statewright off;source f;read x;export x;cat key;cat link/state.json;cd src;cd out;set x;exit;break;kill 5;diff a b;du -sh src""".replace(
    "\n", ";"
).split(";")
TAKING = [
    "echo",
    "echo",
    "cat",
    "grep -n x",
    "head",
    "tail -n",
    "git show",
    "git log",
    "wc -l",
    "ls -la",
    "test -f",
    "exit",
    "cd",
    "printf '%s'",
    "git push origin",
    "mkdir -p",
    "rm",
    "sh",
    "npm run",
]
NAMES = ["x", "f", "n", "rc", "FILE", "SHA", "path", "status", "PATH", "IFS", "TOKEN", "http_proxy", "key"]
WORDS = """a b src src/app.py *.py src/*.py 1 2 {1..3} {a,b} -rf --x=y ~ $HOME 'a b' "a b" .statewright link link/state.json key out data .. .* ** ? [a] .env claude
wright .state rm sh $(ls) "$(ls)" `ls` =ls a=b '$x' "*.py" a\\b !x 7 007 PROJECT/f %n a:b""".split()  # noqa: SIM905
USES = [
    "$%s",
    '"$%s"',
    '"$%s"',
    "${%s}",
    '"${%s}"',
    "${%s:-x}",
    "${#%s}",
    "${!%s}",
    "${%s@P}",
    '"a $%s b"',
    '"$%s/x"',
    "-$%s",
    '"--$%s"',
    "$%s[1]",
    "$%s:h",
    "$((%s + 1))",
    "$(($%s))",
    '"!$%s"',
    ".$%s",
    '"$%swright"',
    "$%s$%s",
]
TESTS = [
    "[ -f %s ]",
    "[ -n %s ]",
    "[[ -d %s ]]",
    "[ %s = %s ]",
    "[ %s -gt %s ]",
    "[[ %s == %s ]]",
    "[[ %s -eq %s ]]",
    "[ ! -f %s ]",
    "test -f %s",
    "[ -v %s ]",
    "(( %s > %s ))",
    "[ %s ]",
    "[ %s > %s ]",
    "[[ %s =~ %s ]]",
]
BEHIND = [""] * 8 + [
    " 2>&1",
    " 2>/dev/null",
    " > /dev/null",
    " </dev/null",
    " < f",
    " < key",
    " > x",
    " <<< x",
    " | wc -l",
    " | head -5",
    " | sh",
    " | xargs cat",
    " | tr -d ' '",
    " | sort | uniq -c",
]


def word(random_: random.Random) -> str:
    kind = random_.random()
    if kind < 0.4:
        return random_.choice(USES).replace("%s", random_.choice(NAMES[:6] if kind < 0.3 else NAMES))
    return random_.choice(WORDS[:8] if kind < 0.75 else WORDS) if kind < 0.94 else "%s(%s)" % (random_.choice("$$<"), random_.choice(COMMANDS))


def simple(random_: random.Random) -> str:
    if random_.random() < 0.5:
        return random_.choice(COMMANDS) + random_.choice(BEHIND)
    return " ".join([random_.choice(TAKING), *(word(random_) for _ in range(random_.choice((0, 1, 1, 2))))]) + random_.choice(BEHIND)


def body(random_: random.Random, depth: int) -> str:
    return random_.choice(("; ", "; ", " && ", " || ", "\n")).join(part(random_, depth + 1) for _ in range(random_.choice((1, 1, 2, 3))))


def part(random_: random.Random, depth: int = 0) -> str:
    """A command, or one made of others."""
    kind = random_.random() if depth < 3 else 1 - random_.random() / 2
    test = random_.choice(TESTS).replace("%s", word(random_), 1).replace("%s", word(random_))
    if kind < 0.2:
        return "for %s in %s; do %s; done" % (
            random_.choice(NAMES),
            " ".join(word(random_) for _ in range(random_.choice((1, 2, 3)))),
            body(random_, depth),
        )
    if kind < 0.35:
        more = random_.choice(("", "", "; else " + body(random_, depth)))
        return "if %s%s; then %s%s; fi" % (random_.choice(("", "! ")), random_.choice((test, simple(random_))), body(random_, depth), more)
    if kind < 0.42:
        return random_.choice(("{ %s; }", "(%s)")) % body(random_, depth)
    if kind < 0.6:
        value = random_.choice((word(random_), "$(%s)" % simple(random_), "$?", random_.choice(WORDS), '"$(%s)"' % simple(random_)))
        return "%s=%s" % (random_.choice(NAMES), value)
    if kind < 0.7:
        return test + random_.choice((" && ", " || ")) + simple(random_)
    if kind < 0.76:
        return "diff <(%s) <(%s)" % (simple(random_), simple(random_))
    return random_.choice(("", "", "", "! ")) + simple(random_) if kind < 0.92 else 'echo "n: $(%s) $?"' % simple(random_)


def compound(random_: random.Random) -> str:
    """A line at random."""
    return random_.choice(("; ", " && ", "\n")).join(part(random_) for _ in range(random_.choice((1, 1, 2, 3, 4))))
