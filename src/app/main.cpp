#include "app/program.h"

int main(int argc, char** argv) { return weald::app::run_program(argc, argv); }
