"""What all solvers share: limits, solutions that are verified, CP-SAT, graphs, the worker."""
