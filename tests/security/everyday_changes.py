"""Lines that change files, put together at random, for the quick look: plain names among all kinds of others."""

# ruff: noqa: E501  (rows of words)
import random

from everyday_compounds import compound
from everyday_made import line

PATHS = """a.txt d d/f d/x f src/app.py src src/l link link/state.json key out out/etc/x hard d/hard twin nested nested/f nested/HEAD HEAD config sub sub/.git sub/x wt wt/x .statewright
venv/bin/x venv/bin/new vendor/bin/y run.sh opencode.json src/opencode.json OpenCode.json new new/a new.txt b.txt d/deep d/deep/l d/deep/l/state.json objects refs node_modules node_modules/.bin/x build dist/
build/tmp ./a.txt ./d ../x .. . /tmp/x.log /tmp/../x /tmp/d/x /etc/x *.txt d/* ~ $x $HOME 'a.txt' "a.txt" 'a b' -x -- a:b x=y {a,b} PROJECT/a.txt PROJECT/.statewright/x a..b a//b -rf -t d/ src/
modules/x Makefile package.json tests/conftest.py .gitignore .env x.git x.git/hooks/y hooks/x site-packages/y scripts/x bin/x CLAUDE.md statewright.txt 1 2 x2 gradlew mvnw x.sh plain.sh""".split()  # noqa: SIM905
OPTIONS = ["", "", "", *"-f -r -rf -R -v -p -a -n -fr -t -b -s -l -i --force -T -u -d -m -L -P -x -- -c -av".split()]  # noqa: SIM905
PROGRAMS = """rm;rm;cp;mv;touch;chmod;tee;rmdir;mkdir;mkdir -p;ln -s;ln;git add;git mv;git checkout;cat;echo x;printf '%s';ls;pytest;npm test;git commit -m x;git rm;sed -i s/a/b/;install
echo 'rm -rf .stat*';cat script;./gradlew build;./gradlew test;./mvnw test;make;make build;make test;npm run build;pytest;sh x.sh;python manage.py test;go run x;sed -i 's/a/b/';sed -i 's/a/b/g';sed -i -E s/a/b/;sed -i 1d;sed -i '/x/d';sed -i 's/a/b/w x';sed -i '1e';sed -i 's|a|rm -rf .stat*|';sed -i -n p;sed -i -e 1p;sed -Ei 1d;rsync;source;sh;./run.sh;venv/bin/x;jq .a;git status;grep -n x;wc -l;npm run build;git -C;cd""".replace("\n", ";").split(";")
INTO = [" >", " > ", " >> ", " 2>", " 2> ", " &> ", " 1>", " >| ", " >&", " 2>>", " <> ", " &>> ", " 12>", " 1>>"]
MODES = ["+x", "644", "u+x", "777", "a+x", "-x", "+s", "755", "0644", "u+s"]


def _command(random_: random.Random) -> str:
    program = random_.choice(PROGRAMS)
    words = [program, random_.choice(OPTIONS)]
    if program == "chmod":
        words.append(random_.choice(MODES))
    text = " ".join(word for word in [*words, *(random_.choice(PATHS) for _ in range(random_.choice((0, 1, 1, 2, 2, 3))))] if word)
    kind = random_.random()
    if kind < 0.35:
        text += random_.choice(INTO) + random_.choice(PATHS) + random_.choice(("", " 2>&1", " >/dev/null", ";"))
    elif kind < 0.45:
        text += " | tee " + random_.choice(("", "-a ")) + random_.choice(PATHS)
    elif kind < 0.5:
        text += " | xargs " + random_.choice(("rm", "cp", "touch", "cat"))
    return random_.choice(("time ", "timeout 5 ", "CI=1 ", "nice ", "sudo ", "env ", "! ", "x=1 ")) + text if random_.random() < 0.1 else text


BODIES = ["a b", "it's $x", "$(rm f)", "${x}", "`ls`", "\\", "EOF", "#!/bin/sh", "rm -rf .stat*", "all:", "\trm -rf .stat*", "$HOME/x", "$1", "$", '"x y', "claude -p x", "import os"]
USES = """cat "$x";wc -l "$x";wc -l $x;echo "$x";grep -n "$x" f;rm "$x";touch "$x";ls -la "$x";sh "$x";stat "$x";git add "$x";cat "a$x";head $x;echo $y;x=1;cat;pytest;tail -5 "$x" > f;read z;du -sh "$x"
cat "$x" | sh;cat "$x" | xargs rm;. "$x";$x;cat < "$x";file "$x";git log "$x";grep x""".replace("\n", ";").split(";")


def _further(random_: random.Random) -> dict[str, float]:
    """Loops that read, texts for a command, names that only the running shell knows."""
    use = "; ".join(random_.choice(USES) for _ in range(random_.choice((1, 1, 2))))
    front = random_.choice(("git ls-files | ", "ls | ", "cat f | ", "cat script | ", "", "", "find . -type f | ", "echo .statewright/state.json | ", "echo /proc/self/environ | "))
    read = "while %sread %s; do %s; done" % (random_.choice(("IFS= ", "", "", "IFS=, ", "IFS=x ")), random_.choice(("-r x", "x", "-r x y", "-r", "path", "-ru3 x", "-r x x")), use)
    behind = random_.choice(("", "", " < f", " < key", " < <(git ls-files)", " < <(cat key)", " <<< x", " | sort", " > a.md", " < $F"))
    word = random_.choice(("EOF", "'EOF'", "'EOF'", '"END"', "-EOF", " 'EOF'"))
    text = "\n".join([*(random_.choice(BODIES) for _ in range(random_.choice((0, 1, 2)))), word.strip("-'\" ")])
    path = random_.choice(PATHS)
    fed = random_.choice(("cat > %s <<%s%s\n%s", "cat <<%3$s > %s\n%s", "tee %s <<%s%s\n%s", "sh <<%s", "for x in a b; do cat > $x.txt <<%s; done"))
    shape = {"cat > %s <<%s%s\n%s": "cat > %s <<%s\n%s" % (path, word, text), "tee %s <<%s%s\n%s": "tee %s <<%s\n%s" % (path, word, text), "sh <<%s": "sh <<%s\n%s" % (word, text)}.get(
        fed, "cat <<%s > %s\n%s" % (word, path, text) if "%3$s" in fed else "for x in a b; do cat > $x.txt <<%s\n%s\ndone" % (word, text))
    gathered = "x=$(%s); %s" % (random_.choice(("ls | head -1", "cat f", "echo link/state.json", "git ls-files", "echo /proc/self/environ")), use)
    for_each = "for x in $(%s); do %s; done" % (random_.choice(("git ls-files", "cat f", "ls", "echo key")), use)
    return {front + read + behind: 0.1, shape: 0.06, shape + "\n%s": 0.06, "%s; " + shape: 0.03, gathered: 0.04, for_each: 0.05, front + read + "; %s": 0.03}


def change(random_: random.Random) -> str:
    """A line at random."""
    kind = random_.random()
    if kind < 0.1:
        return compound(random_)
    if kind < 0.2:
        return line(random_) + random_.choice((" > ", " | tee ", " >> ", " && rm ", " ; touch ")) + random_.choice(PATHS)
    text = _command(random_)
    for _ in range(random_.choice((0, 0, 1, 1, 2))):
        text += random_.choice((" && ", "; ", " || ", "\n", " & ")) + _command(random_)
    path, other, last = random_.choice(PATHS), random_.choice(PATHS), random_.choice(("", " > " + random_.choice(PATHS)))
    shapes = {
        "for x in %s %s; do %%s; done%s" % (path, other, last): 0.08, "if [ -f %s ]; then %%s; fi" % path: 0.04, "{ %%s; }%s" % last: 0.04, "x=%s; %%s" % path: 0.04,
        "cd %s && %%s" % random_.choice(("src", "d", "nested", "link", "sub", "wt")): 0.04, "(%s)": 0.03, **_further(random_), 'x=$(%s); echo "$x"': 0.03,
    }  # fmt: skip
    chosen = random_.choices([*shapes, "%s"], [*shapes.values(), 0.7])[0]
    return chosen.replace("%s", text)
