import type { Widget } from '@logyard/contract/views/view-state'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { type NewWidget, useSearchActions } from '../../view-document/actions/search-actions.ts'
import { countSeries, emptyAggregation, pivotOf } from '../../view-document/model/aggregation-config.ts'
import { useAnalysisDisabledFields } from './analysis-disabled-fields.ts'

/** Adds a widget with the most frequent values of a field, alone or together with another field. */
export function useTopValues(like?: Widget) {
  const t = useText()
  const { addWidget, kind } = useSearchActions()
  const types = useFieldTypes()
  const unanalysed = useAnalysisDisabledFields()
  return {
    show(field: string, other?: string) {
      const title =
        other === undefined ? t('fields.topValuesOf', { field }) : t('fields.topValuesOfBoth', { field, other })
      const fields = other === undefined ? [field] : [field, other]
      addWidget(topValuesWidget({ fields, typeOf: types.typeOf, title, like, page: kind }))
    },
    /** Why the values of a field cannot be counted. */
    disabledBecause(field: string): string | undefined {
      if (unanalysed.has(field)) return t('fields.notAnalysed')
      return types.has(field, 'compound') ? t('fields.compound') : undefined
    },
  }
}

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
const topValuesWidget = ({ fields, typeOf, title, like, page }: TopValuesOptions): NewWidget => ({
  type: 'aggregation',
  title,
  like,
  ...(page === 'search' ? { position: FULL_WIDTH } : {}),
  config: {
    ...emptyAggregation,
    row_pivots: fields.map((field) => pivotOf(field, typeOf(field))),
    series: [countSeries],
    sort: [{ type: 'series', field: countSeries.function, direction: 'Descending' }],
  },
})
