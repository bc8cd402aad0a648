import type { Widget } from '@logyard/contract/views/view-state'
import type { NewWidget } from '../../view-document/actions/search-actions.ts'
import { countSeries, emptyAggregation, pivotOf } from '../../view-document/model/aggregation-config.ts'

interface TopValuesOptions {
  /** The second one splits the values of the first one. */
  readonly fields: readonly string[]
  readonly typeOf: (field: string) => string
  readonly title: string
  readonly like?: Widget | undefined
  /** Results of a search are read from top to bottom; a dashboard is arranged by its author. */
  readonly page: 'search' | 'dashboard'
}

const FULL_WIDTH = { col: 1, row: 1, width: 'Infinity', height: 3 } as const

/** A table of the most frequent values, or pairs of values, with their counts. */
export const topValuesWidget = ({ fields, typeOf, title, like, page }: TopValuesOptions): NewWidget => ({
  type: 'aggregation',
  title,
  ...(like === undefined ? {} : { like }),
  ...(page === 'search' ? { position: FULL_WIDTH } : {}),
  config: {
    ...emptyAggregation,
    row_pivots: fields.map((field) => pivotOf(field, typeOf(field))),
    series: [countSeries],
    sort: [{ type: 'series', field: countSeries.function, direction: 'Descending' }],
  },
})
