"""How far the verifier reaches: programs of others, as their makefiles build and run them."""
