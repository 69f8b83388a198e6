#pragma once
// The functions that write the files of each engine: those of the table in engines.cpp.

#include "session/tasks/engines.h"

namespace weald::session {

EngineFiles kubernetes_files(const TaskPlan& plan, const EngineChoice& choice);
EngineFiles make_files(const TaskPlan& plan, const EngineChoice& choice);
EngineFiles ninja_files(const TaskPlan& plan, const EngineChoice& choice);
EngineFiles slurm_files(const TaskPlan& plan, const EngineChoice& choice);

}  // namespace weald::session
