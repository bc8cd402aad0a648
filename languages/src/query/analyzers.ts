/** The ways to split texts into words that an index set can name. */
export const ANALYZERS = ['standard', 'simple', 'stop', 'whitespace', 'keyword'] as const
export type Analyzer = (typeof ANALYZERS)[number]

const KEEPS_CASE: ReadonlySet<Analyzer> = new Set(['whitespace', 'keyword'])

/** Whether words are searched for in lower case. */
export const ignoresCase = (analyzer: Analyzer): boolean => !KEEPS_CASE.has(analyzer)

/** The analyzer of that name; the standard one for the names of languages, whose endings nobody here knows. */
export const findAnalyzer = (name: string): Analyzer => ANALYZERS.find((known) => known === name) ?? 'standard'

/** Once for each analyzer that is asked for. */
export function forEachAnalyzer<T>(make: (analyzer: Analyzer) => T): (analyzer: Analyzer) => T {
  const made = new Map<Analyzer, T>()
  return (analyzer) => made.getOrInsertComputed(analyzer, make)
}
