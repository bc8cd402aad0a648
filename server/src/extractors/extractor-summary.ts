import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { ExtractorMeasures } from './extractor-metrics.ts'
import type { StoredExtractor } from './extractor-store.ts'

/** An extractor as clients read it, with what it did on this node. */
export function extractorSummary(
  extractor: StoredExtractor,
  measures: Pick<ExtractorMeasures, 'read' | 'exceptions'>,
): ExtractorSummary {
  const { revision, ...stored } = extractor
  return { ...stored, ...measures.exceptions(extractor), metrics: measures.read(extractor) }
}
