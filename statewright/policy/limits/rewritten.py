"""Programs and scripts that a command would run, and that were changed in this state or by the line itself."""

from statewright.policy.permitted.trusted import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call


def changed(call: "Call", event: "Event", found: "list[Call]") -> str:
    """The program or script that a command would run, when it was changed in this state or by this very line; "" otherwise."""
    word = call.words[0]
    if call.name in ("source", ".") and len(call.words) > 1:
        word = call.words[1]
    elif "/" not in word.text:
        return ""
    path = word.text if word.text[:1] == "/" else (event.cwd or event.project) + "/" + word.text
    if event.facts is None:
        return ""
    folder, _, last = path.rpartition("/")
    if not place(path, event.project) and not place(event.facts.real(folder) + "/" + last, event.project):
        return ""
    real = event.facts.real(path)
    edited = event.extra.get("edited", ())
    if real in edited or any(event.facts.inode(one) == event.facts.inode(path) != "" for one in edited):
        return "it was changed in this state"
    if len(found) > 1:
        from statewright.policy.limits.changed import changed_files

        if real in changed_files(event):
            return "this line changes it"
    return ""
