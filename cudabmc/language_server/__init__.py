"""`cudabmc lsp`: findings in editors, by the Language Server Protocol."""
