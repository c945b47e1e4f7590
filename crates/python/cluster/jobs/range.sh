#!/bin/sh
#SBATCH --job-name=minirow
#SBATCH --array=0-63
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --time=02:00:00
# Generates one range of a pack: a task of a Slurm array, or a pod of an indexed Kubernetes job.
#
#     SEED=42 ROWS=1000000 OUT=/shared/sudoku sbatch range.sh --level hard
#
# Range N has the indices from N * ROWS on. A task that is run again continues its file. `minirow pack merge` joins the files.
set -eu
number=${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:?expected a task of a Slurm array or of an indexed Kubernetes job}}
start=$((number * ${ROWS:?expected the number of puzzles of a range}))
mkdir -p "${OUT:?expected a folder that all machines share}"
exec minirow pack --seed "${SEED:?expected a seed}" --start "$start" --count "$ROWS" --resume --quiet \
    --out "$OUT/part-$(printf %05d "$number").csv" "$@"
