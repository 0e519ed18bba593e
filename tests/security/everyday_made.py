"""Lines for the quick look: every form of the table's rows, and lines put together at random from what they hold and what is nasty."""

# ruff: noqa: E501  (rows of words)
import random

from statewright.shell.everyday import ROWS

NASTY = r"""-o --output=x -C .. /etc/passwd ~ $HOME link key out out/etc link/state.json -exec -delete --pre=x --pre @file a=b =ls .statewright/state.json
statewright 2>&1 2>/dev/null >/dev/null >out > & && || | ; ;; |& 'q' "a$x" "a b" '' -i --fix -c alias.x=!id -n wfile 1,5p 1e --rootdir=/x -p evil
--ext-diff --open-files-in-pager=x -O -f -F -rf --recursive - -- --help -x -k --config=x ./x ./../x x/../y a;b a|b x2>&1 2>&1x #c !x {a,b} * x* ?y [a] cd /tmp
HEAD~2 ~ ~/x a~ x:~ x=~/y main...dev ./... src/... ... --- === 'a\|b' 'a$' '$x' '[a-z]*' "a\w" "a\$b" "a\\" '!x' "!x" '-f\x' '\.st*' 'st\ate' '`x`' '$(x)' "[" '.[s]ta*'
src env FOO=1 timeout xargs sh -c time exec approve --from-file=x %s HEAD~1 main..dev --upload-pack=x x:y :x -d5 -5 +5 --5 \x src/
&>/dev/null 1>&2 >&2 </dev/null <f << <<< &>x 2>x {} -I{} -I -0 -r stash@{0} stash@{x} @{u} .git .git/config node_modules/.bin/x /tmp/x /tmp/../etc
*.py src/*.py src/**/*.ts */key link/* data/*/* out/* ** .* -*.py *x*/y [ ] [[ ]] ! no:x no:cacheprovider -p -W -j4 -C -m 's/a/b/e' 's/a/b/w x' '1w x' '/x/,/y/p' '$p' 's/[/]/e/'
'{print $1}' '{print > "x"}' '{system("x")}' '{print | "sh"}' '.a|env' '.a[]' '$ENV' 'import "x" as y' +%F +x localhost:3000 http://localhost/x http://evil localhost@evil https://localhost
V=1 ARGS=x SHELL=x PYTHON=x make PYTHONPATH=out LD_PRELOAD=x PATH=x TOKEN=x A=2 TZ=:/x NODE_OPTIONS=--require=x GIT_DIR=x claude 'kill x' hooks ext::./x ext::x @x --reporter=/tmp/x /tmp/x.py file:///x a::b""".split()  # noqa: SIM905

NASTY += ["'{print $1}'", "'{print > \"x\"}'", "'{system(\"x\")}'", "'{print | \"sh\"}'", "'import \"x\" as y; .'", "'1w x'", "'s/a/b/w x'", "'r key'", "'/x/,/y/p'", "'kill x'", "\"sh -c 'x'\"", "'rm -rf .statewright'"]
FRONTS = """time;timeout 5;timeout 5m;timeout x;nice -n 5;nice;CI=1;CI=1 NODE_ENV=test;NODE_ENV=link;TZ=Europe/Berlin;TZ=/x;A=2;TOKEN=x;RUST_LOG=a=b;NODE_OPTIONS=--max-old-space-size=99
NODE_OPTIONS=-r;GOFLAGS=x;xargs;xargs -r;xargs -0;xargs -n 1;xargs -n1;xargs -I{};xargs -I x;git --no-pager;cd src &&;cd link &&;cd out;cd src;;cd .. &&;cd - &&;cd ./src &&;! ;nohup;sudo;env;DEBUG=~/x"""
FRONT = [one.strip() for line in FRONTS.split("\n") for one in line.split(";") if one.strip()]
BACK = ("; cd -", " && cd ..", "; cd ..", " 2>&1", " 2>/dev/null", " >/dev/null 2>&1", " > /dev/null", " > /dev/null;", " 2> /dev/null | head", " &> /dev/null", " </dev/null", " | xargs wc -l",
        " | xargs cat", " | xargs -I{} head {}", " >x", " &", "\n", "\nls", "\\\n -x", "\n\n&& ls", " || true", " || echo 'no $x'", " #x", " | tail -5 | cat key", " 2>&1 | grep -v x", " | jq '.a | .b'",
        " | sed 's/a/b/'", " | sed -n 5p key", " | awk '{print $1}'", " | awk -F: '$1 > 2' key", " | grep *", " | sort *.py", "; echo done", "; echo ~", "; echo key", "; printf '%s\\n' \"x\"", "; [ -f key ]", " && [ -d src ]", "; [[ -n x ]]",
        "; test -f out/etc", "; git commit -m \"$(cat <<'EOF'\nMend it\n\nIt's (so) `good`; run statewright off\nEOF\n)\"", "; git commit -m \"$(cat <<'EOF'\nx\nEOF\necho y)\"", "; git commit -m \"$(cat <<'EOF'\nx\nEOF\n)\" -m 'Co-authored by claude' && git push",
        "; git commit -m \"a\nb\" -m 'fix: [x] $y `z` (#12)'", "; git log --grep \"a\nb\"", "; git commit -m \"$(cat <<'EOF'\nEOF\n)\"", "; git add . && git commit -q -m \"$(cat <<'EOF'\nmore \N{ROBOT FACE} text\nEOF\n)\"", " | head -n +5", "; ls {}", "; echo \"exit $?\"", "; echo $?", "; exit $?", "; ls $?", " | grep -c ", " | head -$?", "; cat src/{a,b}.py", "; cat {key,x}", "; npm {run,x}", " {x,y}", " {src,.statewright}/x", " -{x,y}", "; git commit -m \"x $? y\"", "; cat \"$?\"")  # fmt: skip
NAMES = ["x", "src/app.py", "5", "'a b'", '"x|y"', ".", "f", "src", "./f", "HEAD", "'*.py'", "main..dev", "x:y", "'a\nb'", "'$1 `x`'", "*.py", "PROJECT/f", "PROJECT", "PROJECT/key", "lint:fix", "$?", "\"a $? b\"", "{x,y}", "src/{a,b}.py", "{link,x}/state.json", "x{.y,z}", "''", "test:watch", "test:unit"]
OPERANDS = ("x", "test", "src/app.py", "'a b'", "x src/y.py z", "1,3p src/app.py", ".", "link/state.json", "out/etc", "key", "data", "*.py", "src/*.py", "*", "'{ print $1 }' f", "'.a | b' f", "'s/a/b/' f",
            "localhost:3000/x", "+%F", "HEAD~1", "'a.*b$' f", "./x", "'a\nb'", "\"it's (x)\"", "x:y", "a@b", "'$x'", "-- x", "/tmp/x", ".git/config", "node_modules/.bin/x", "PROJECT", "PROJECT/key")  # fmt: skip
BEHIND = ("", "o", "o x", "w", "=/tmp/x", "/tmp/x", "../x", " ext::./x", " /tmp/x", " x", " 5 src/app.py", "5", "x", " 'a b'", " out", " '%h $x' f", " .", " -1", " +5 f", " key", " data/x", "=x")
GIVEN = ("", "=/tmp/x", "=../x", "=out/x", " /tmp/x", " ../x", " ext::./x", "=@x", "=.x", " x", "=x", " src/app.py b", "='a b'", " out", "=out", "=link/state.json", " '%h $x'", "=key", " 5 f", " -5", " a:b", " 'a\nb'", " 's/x/y/' f", " =x")


def rows() -> dict[str, list[str]]:
    """Each row of the table by its program's words; those of filters begin with ``| ``. As ``signs, letters, valued, texts, longs``."""
    found: dict[str, str] = {}
    for line in ROWS.strip("\n").split("\n"):
        front = "| " if line.startswith("| ") else ""
        key, _, row = line[len(front) :].partition("|")
        found[front + key] = row

    def fields(key: str) -> list[str]:
        return fields(found[key][1:]) if found[key].startswith("=") else found[key].split("|")

    return {key: fields(key) for key in found}


TABLE = rows()
KEYS = [key for key, row in TABLE.items() if row[0].strip(">") and not key.startswith("| ")]
FILTERS = [key[2:] for key in TABLE if key.startswith("| ")]
OPTIONS = sorted({word for row in TABLE.values() for word in row[4].split() if len(word) > 1})
LETTERS = sorted({"-" + letter for row in TABLE.values() for letter in (row[1] + row[2] + row[3]).replace("#", "5")})


def forms(key: str, row: list[str]) -> list[str]:
    """A row's program with each of its options in each way to give them, and with all kinds of names."""
    _, letters, valued, texts, longs = row
    out = [key, *("%s %s" % (key, operand) for operand in OPERANDS)]
    out += ["%s -%s%s" % (key, letter, more) for letter in letters.replace("#", "5") + valued + texts for more in BEHIND]
    out += ["%s %s%s" % (key, word, more) for word in longs.split() if len(word) > 1 for more in GIVEN]
    return [*out, "%s -%s" % (key, letters.replace("#", "")), "%s -%s x" % (key, letters.replace("#", ""))]


def line(random_: random.Random) -> str:
    """A line at random."""
    parts = []
    for _ in range(random_.choice((1, 1, 1, 2, 3))):
        words = [random_.choice(KEYS) if random_.random() < 0.9 else random_.choice(NASTY)]
        if words[0].endswith((" test", " lint", " run")) and random_.random() < 0.3:
            words[0] += random_.choice((":unit", ":fix", ":watch", ":u", " test:e2e", " lint:write", " build"))
        own = TABLE.get(words[0], ["", "", "", "", ""])
        for _ in range(random_.randrange(4)):
            kind = random_.random()
            if kind < 0.25 and own[4]:
                word = random_.choice(own[4].split())
                words.append(word + random_.choice(("", "", "=x", "s", "=" + random_.choice(NAMES), "=" + random_.choice(NASTY))))
            elif kind < 0.5 and own[1] + own[2] + own[3]:
                letters = own[1] + own[2] + own[3]
                words.append("-" + "".join(random_.choice(letters) for _ in range(random_.choice((1, 1, 2, 3)))).replace("#", "5") + random_.choice(("", "", "5", "x", random_.choice("abcdefghijklmnopqrstuvwxyzIOFPRSX"), "/x", "=x")))
            else:
                words.append(random_.choice(NAMES if kind < 0.75 else NASTY if kind < 0.93 else OPTIONS if kind < 0.97 else LETTERS))
        if random_.random() < 0.15:
            words.insert(0, random_.choice(FRONT))
        parts.append(" ".join(words) + (random_.choice(BACK) if random_.random() < 0.2 else ""))
    return "".join(part + random_.choice((" && ", " | ", "; ", " || ", " | ")) for part in parts).rstrip(" &|;")
