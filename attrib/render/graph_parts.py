"""What the graph formats share: the words of an edge and one-line labels."""

from __future__ import annotations

import re

from attrib.model.graphs import GraphEdge, GraphNode
from attrib.render.text import escape

#: What XML 1.0 and other text formats hold no place for.
_NO_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def label_of(node: GraphNode) -> str:
    """The node's label on one line, controls spelled out."""
    return printable(node.label)


def words_of(edge: GraphEdge) -> str:
    """The relation's word, with the strength where it was weighed."""
    return f"{edge.word}, {edge.strength.word}" if edge.strength is not None else edge.word


def printable(text: str) -> str:
    """The text on one line: controls spelled out, what is no character replaced."""
    line = " ".join(text.split())
    return _NO_CHARACTERS.sub("\ufffd", escape(line))
