"""What `cudabmc lsp` can be told."""

HELP = """\
usage: cudabmc lsp [OPTION...]

A language server for editors: verifies a file as it is opened and saved, and shows findings beside the lines, the
counterexample on hover, and code actions that accept a finding. It speaks on standard input and output, as editors
start it; docs/editors.md says what to write into the settings of VS Code, Neovim, Helix and Emacs.

  -h, --help      print this help
  --stdio         speak on standard input and output (it always does; editors like to say it)

exit status: 0 the editor has ended the session, 1 it has left without a word, 2 wrong usage
"""

FLAGS = ("-h", "--help", "--stdio")
