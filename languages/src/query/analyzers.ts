/** The analyzers of index sets, which split texts into words. */
export const ANALYZERS = ['standard', 'simple', 'stop', 'whitespace', 'keyword'] as const
export type Analyzer = (typeof ANALYZERS)[number]

const KEEPS_CASE: ReadonlySet<Analyzer> = new Set(['whitespace', 'keyword'])

/** Whether words are searched in lower case. */
export const ignoresCase = (analyzer: Analyzer): boolean => !KEEPS_CASE.has(analyzer)

/** The analyzer of that name; the standard one for language names, because stemming is not supported. */
export const findAnalyzer = (name: string): Analyzer => ANALYZERS.find((known) => known === name) ?? 'standard'

/** Creates the value for an analyzer when it is first requested. */
export function forEachAnalyzer<T>(make: (analyzer: Analyzer) => T): (analyzer: Analyzer) => T {
  const made = new Map<Analyzer, T>()
  return (analyzer) => made.getOrInsertComputed(analyzer, make)
}
