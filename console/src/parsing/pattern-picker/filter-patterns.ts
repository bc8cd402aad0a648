import type { NamedPattern } from '../pattern-input/pattern-input-props.ts'

/** Names that start with the text first, then names that contain it, then definitions that do; each by name. */
export function filterPatterns(patterns: readonly NamedPattern[], filter: string): readonly NamedPattern[] {
  const wanted = filter.trim().toLowerCase()
  const rankOf = ({ name, pattern }: NamedPattern) => {
    const place = name.toLowerCase().indexOf(wanted)
    if (place >= 0) return place === 0 ? 0 : 1
    return pattern.toLowerCase().includes(wanted) ? 2 : 3
  }
  return patterns
    .map((pattern) => ({ pattern, rank: rankOf(pattern) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.pattern.name < b.pattern.name ? -1 : 1))
    .map(({ pattern }) => pattern)
}
