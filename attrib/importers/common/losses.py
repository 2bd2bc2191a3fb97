"""What importers leave out alike, as streams declare it. Spec: ASR-157."""

from __future__ import annotations

MESSAGES = {"attrib/messages": "messages are not imported"}
OUTPUTS = {"attrib/tool-output": "outputs of tools are not imported"}
OTHER_TOOLS = {
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported"
}
SHELL_EDITS = {"attrib/shell-edits": "files that a command of the shell changed are not recorded"}
LINE_ENDS = {"attrib/line-ends": "the source may record texts with normalized line ends"}
#: What every importer of calls of tools leaves out.
ALWAYS = MESSAGES | OUTPUTS | OTHER_TOOLS
