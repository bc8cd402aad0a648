/** Rate from 0 to 1; undefined before the first lookup. */
export function hitRateOf(hits: number | undefined, misses: number | undefined): number | undefined {
  const all = (hits ?? 0) + (misses ?? 0)
  return all < 1 ? undefined : (hits ?? 0) / all
}
