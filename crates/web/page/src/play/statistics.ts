/** What was solved on this device: numbers and times by level, and days in a row with a daily puzzle. */

import { store } from "../ui/store";
import { clock } from "./timer";

const KEY = "minirow.statistics";

/** The games of a level. */
interface Level {
  solved: number;
  /** The sum of their times, and the shortest one, in seconds. */
  seconds: number;
  best: number;
}

interface Statistics {
  levels: Record<string, Level>;
  /** The days whose daily puzzles were solved, such as `2026-11-29`. */
  days: string[];
}

/** Returns the day of a time in the time zone of the device. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** Returns the seed of the puzzles of a day: its date as a number. */
export const seedOf = (day: string): number => Number(day.replaceAll("-", ""));

const isCount = (value: unknown): value is number => typeof value === "number" && value >= 0 && Number.isFinite(value);

/** Loads the statistics. What cannot be read is left out. */
function load(): Statistics {
  const statistics: Statistics = { levels: {}, days: [] };
  try {
    const { levels, days } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Statistics>;
    for (const [name, level] of Object.entries(levels ?? {})) {
      if ([level.solved, level.seconds, level.best].every(isCount)) {
        statistics.levels[name] = level;
      }
    }
    statistics.days = Array.isArray(days) ? days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)) : [];
  } catch {
    // Without storage there is nothing to show.
  }
  return statistics;
}

/** Adds a game that was solved. Returns `false` if it cannot be stored. */
export function addSolved(level: string, seconds: number, day: string | null): boolean {
  const statistics = load();
  const { solved = 0, seconds: sum = 0, best = seconds } = statistics.levels[level] ?? {};
  statistics.levels[level] = { solved: solved + 1, seconds: sum + seconds, best: Math.min(best, seconds) };
  if (day !== null && !statistics.days.includes(day)) {
    statistics.days.push(day);
  }
  return store(KEY, JSON.stringify(statistics));
}

/** Returns the number of days in a row with a daily puzzle, up to a day or the one before it. */
export function streak(today: Date): number {
  const days = new Set(load().days);
  const date = new Date(today);
  if (!days.has(dayOf(date))) {
    date.setDate(date.getDate() - 1);
  }
  let count = 0;
  while (days.has(dayOf(date))) {
    count += 1;
    date.setDate(date.getDate() - 1);
  }
  return count;
}

/** Returns the rows of a table: level, number of games, shortest time and mean time. */
export const rows = (): [string, string, string, string][] =>
  Object.entries(load().levels).map(([name, { solved, seconds, best }]) => [
    name,
    String(solved),
    clock(best),
    clock(Math.round(seconds / solved)),
  ]);
