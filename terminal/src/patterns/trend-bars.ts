const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** A bar for each count, one column wide. The highest is full; only none is empty. */
export function trendBars(counts: readonly number[]): string {
  const most = Math.max(1, ...counts)
  return counts
    .map((count) => BARS[count <= 0 ? 0 : Math.max(1, Math.round((count / most) * (BARS.length - 1)))])
    .join('')
}
