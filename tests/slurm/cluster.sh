# shellcheck shell=bash
# A small cluster of Slurm on this machine, for the shell scripts that source this file: a controller and two nodes with their own
# configuration and key, in a folder, without the services of the system. Each node is the first process of a name space
# of processes: killing that process ends at once all that runs on the node, as a power failure would. Needs root.

cluster_processes=()  # to be ended by cluster_stop

# cluster_start FOLDER: starts it, and waits until both nodes are idle. Sets SLURM_CONF.
cluster_start() {
  cluster=$1
  local node tries
  mkdir -p "$cluster/state" "$cluster/n1" "$cluster/n2"
  head -c 1024 /dev/urandom >"$cluster/munge.key"
  chmod 400 "$cluster/munge.key"
  # Nodes are given up after 5 s without an answer, and a task that is queued again waits until its credential of 5 s has
  # expired; the defaults are five minutes and two.
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=weald
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/%n
SlurmctldPort=16817
SlurmctldPidFile=$cluster/controller.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/controller.log
SlurmdLogFile=$cluster/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
KillWait=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=16818 CPUs=$(nproc) RealMemory=500
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=16819 CPUs=$(nproc) RealMemory=500
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$cluster/slurm.conf
  munged --force --foreground --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/munge.seed" >/dev/null 2>&1 &
  cluster_processes=($!)
  for ((tries = 0; tries < 100; ++tries)); do [ ! -S "$cluster/munge.socket" ] || break; sleep 0.1; done
  slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
  cluster_processes+=($!)
  declare -gA cluster_node=()
  for node in n1 n2; do
    unshare --pid --fork --kill-child slurmd -D -f "$SLURM_CONF" -N "$node" >/dev/null 2>&1 &
    cluster_node[$node]=$!
    cluster_processes+=($!)
  done
  for ((tries = 0; tries < 300; ++tries)); do
    [ "$(sinfo --noheader --format='%t %D' 2>/dev/null)" != "idle 2" ] || return 0
    sleep 0.1
  done
  tail -n 20 "$cluster"/*.log >&2
  return 1
}

# cluster_kill NODE: all that runs on the node ends at once.
cluster_kill() {
  disown "${cluster_node[$1]}"  # so that the shell does not tell of it
  kill -KILL "${cluster_node[$1]}"
}

# cluster_stop: ends what cluster_start has started.
cluster_stop() {
  local process
  for process in "${cluster_processes[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
  wait "${cluster_processes[@]}" 2>/dev/null || true
}
