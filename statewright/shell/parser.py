"""The reader of a whole text: a position in it, and the steps of each part of the grammar.

The parts need each other, so all their steps are methods of one class; a part's steps stand together as functions in a module of their own.
"""

from statewright.shell import assignment as assignments
from statewright.shell import condition as conditions
from statewright.shell import cursor, expand, grammar, lists, words
from statewright.shell import parameter as parameters
from statewright.shell import simple as simples
from statewright.shell.cursor import Found, Unreadable
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Place, Redirect


class Reader:
    """A text with a position. Positions are attributes, so that every part of the reader can move them."""

    __slots__ = ("depth", "found", "heredoc", "i", "n", "opened", "outer_pending", "pending", "place", "s", "span", "substs", "timed")

    def __init__(self, text: str, found: Found, place: "Place" = (), depth: int = 0, span: "tuple[int, int] | None" = None) -> None:
        found.budget -= len(text)
        if found.budget < 0:
            raise Unreadable("the text nests too much text in itself")
        self.s = text + HOLE * 4  # a sentinel: the text itself holds none, see reader.read
        self.n = len(text)
        self.i = 0
        self.found = found
        self.depth = depth
        self.place = place
        self.pending: list[tuple[Redirect, str, bool, bool]] = []  # heredocs whose body is still to come: redirect, delimiter, quoted, tabs
        self.substs = 0  # open $( ) around this point
        self.outer_pending = False
        self.opened = -1  # where the innermost substitution's first word stands
        self.timed = -1  # behind a time that is such a first word
        self.heredoc = False  # the text is a heredoc's body: double quotes are ordinary in it
        self.span = span  # nested texts: where the outermost text holds them

    enter = cursor.enter
    doubt = cursor.doubt
    blank = cursor.blank
    blank_lines = cursor.blank_lines
    newline = cursor.newline
    glued = cursor.glued
    error = cursor.error

    used = expand.used
    dollar = expand.dollar
    bare_subscript = expand.bare_subscript
    substitution = expand.substitution
    backtick = expand.backtick
    ansi = expand.ansi
    numeric = expand.numeric
    arithmetic = expand.arithmetic
    expression = expand.expression
    joined = expand.joined
    operand = expand.operand

    parameter = parameters.parameter
    sets_number = parameters.sets_number
    parameter_name = parameters.parameter_name
    subscript = parameters.subscript
    keyed = parameters.keyed
    index_text = parameters.index_text
    indirect = parameters.indirect
    operator = parameters.operator
    operand_word = parameters.operand_word
    operand_single = parameters.operand_single

    word = words.word
    mixed_word = words.mixed_word
    finish = words.finish
    flags = words.flags
    single = words.single
    dquote = words.dquote

    assignment = assignments.assignment
    split_assignment = assignments.split_assignment
    index_end = assignments.index_end
    array = assignments.array

    position = simples.position
    new_command = simples.new_command
    emit = simples.emit
    simple = simples.simple
    argument = simples.argument
    array_ahead = simples.array_ahead
    function_name = simples.function_name
    redirect = simples.redirect
    heredoc_start = simples.heredoc_start
    bodies = simples.bodies
    body = simples.body
    body_line = simples.body_line
    live_body = simples.live_body
    reader = simples.reader
    nested = simples.nested
    program_text = simples.program_text

    reserved = lists.reserved
    commands = lists.commands
    separator = lists.separator
    and_or = lists.and_or
    pipeline = lists.pipeline
    mark_pipe = lists.mark_pipe
    feeds = lists.feeds
    command = lists.command
    trailing = lists.trailing

    compound = grammar.compound
    block = grammar.block
    parenthesis = grammar.parenthesis
    function = grammar.function
    loop = grammar.loop
    header = grammar.header
    loop_body = grammar.loop_body
    case = grammar.case

    condition = conditions.condition
    closing = conditions.closing
    alternatives = conditions.alternatives
    term = conditions.term
    ends = conditions.ends
    binary = conditions.binary
    evaluated = conditions.evaluated
    pattern = conditions.pattern
