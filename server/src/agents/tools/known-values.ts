import { getFieldStatistics } from '@logyard/contract/search/field-insights'
import type { ToolCall } from '../agent-tool.ts'
import type { KnownValue } from '../masking/masks.ts'
import type { Selected } from './selection-args.ts'

const MAX_KNOWN_VALUES = 100

/** Parts of texts that never change are part of a pattern, so it may contain values of masked fields. */
export async function knownValues(selection: Selected, { api, masks }: ToolCall): Promise<readonly KnownValue[]> {
  const found = await Promise.all(
    masks.fields.map(async (field) => {
      const { top } = await api.call(getFieldStatistics, { body: { ...selection, field, top: MAX_KNOWN_VALUES } })
      return top.map(({ value }) => ({ field, value }))
    }),
  )
  return found.flat()
}
