const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `90 minutes`, `2 hours`: in the largest unit that gives a whole number; else seconds with a decimal. */
export function durationText(ms: number): string {
  for (const [unit, unitMs] of UNITS) {
    if (ms >= unitMs && ms % unitMs === 0) return counted(ms / unitMs, unit)
  }
  return ms < 1000 ? counted(ms, 'millisecond') : `${(ms / 1000).toFixed(1)} seconds`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
