#pragma once
// The program: parses the command line, runs one command, maps failures to exit codes.

namespace weald::app {

/// Runs weald with the arguments of main() and returns its exit code.
int run_program(int argc, char** argv);

}  // namespace weald::app
