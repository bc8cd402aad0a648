import type { Widget } from '@logyard/contract/views/view-state'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { useAnalysisDisabledFields } from './analysis-disabled-fields.ts'
import { topValuesWidget } from './top-values-widget.ts'

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
