/** Index sets whose messages are not split into words by the standard analyzer. */
import { type Analyzer, findAnalyzer } from '@logyard/languages/query/analyzers'
import type { StoredIndexSet } from './index-set-store.ts'

export interface AnalyzedSet {
  readonly set: StoredIndexSet
  readonly analyzer: Analyzer
}

export const otherAnalyzers = (sets: readonly StoredIndexSet[]): readonly AnalyzedSet[] =>
  sets.map((set) => ({ set, analyzer: analyzerOfSet(set) })).filter(({ analyzer }) => analyzer !== 'standard')

/** The template of events has an analyzer of its own. */
const analyzerOfSet = ({ index_template_type, index_analyzer }: StoredIndexSet): Analyzer =>
  index_template_type === 'events' ? 'standard' : findAnalyzer(index_analyzer)
