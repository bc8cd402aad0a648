export interface ExtractorTimes {
  timings: number
  ms: number
}

/** Counts of one extractor. Its owner reads and resets them. */
export interface ExtractorFigures {
  /** Move only for the condition types `string` and `regex`; misses also for messages without the source field. */
  conditionHits: number
  conditionMisses: number
  /** Messages that a value was extracted from. */
  extractions: number
  exceptions: number
  converterExceptions: number
  /** Messages whose timestamp was set to an invalid value. */
  invalidTimestamps: number
  readonly total: ExtractorTimes
  readonly condition: ExtractorTimes
  readonly execution: ExtractorTimes
  readonly converters: ExtractorTimes
}

export const createExtractorFigures = (): ExtractorFigures => ({
  conditionHits: 0,
  conditionMisses: 0,
  extractions: 0,
  exceptions: 0,
  converterExceptions: 0,
  invalidTimestamps: 0,
  total: { timings: 0, ms: 0 },
  condition: { timings: 0, ms: 0 },
  execution: { timings: 0, ms: 0 },
  converters: { timings: 0, ms: 0 },
})
