import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { joinKey } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'

/** A row's values in one line, formatted. */
export const keyText = (key: readonly string[], { row_pivots }: AggregationConfig, words: ChartWords): string =>
  joinKey(key.map((part, index) => words.key(part, row_pivots[index]?.type === 'time')))
