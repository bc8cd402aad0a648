import { useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { type FormatValue, useExactTime, useFormatValue } from '../fields/field-format.ts'

/** What rows need to format their values, created once for all of them: a table has thousands of cells. */
export interface RowTools {
  readonly t: ReturnType<typeof useText>
  readonly typeOf: (field: string) => string
  readonly format: FormatValue
  readonly exactTime: (iso: string) => string
  /** `2021-05-01` in the user's zone. */
  readonly dayOf: (iso: string) => string
}

const DAY_LENGTH = 10

export function useRowTools(): RowTools {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const format = useFormatValue()
  const exactTime = useExactTime()
  return useMemo(
    () => ({ t, typeOf, format, exactTime, dayOf: (iso) => format(iso, 'date').slice(0, DAY_LENGTH) }),
    [t, typeOf, format, exactTime],
  )
}
