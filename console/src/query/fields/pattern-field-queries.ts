import { listPatternFields } from '@logyard/contract/fields/pattern-fields'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'

export const PATTERN_FIELDS_KEY = ['pattern-fields'] as const

export const patternFieldsQuery = (call: Call) => ({
  ...callQuery(call, PATTERN_FIELDS_KEY, listPatternFields),
  staleTime: 30_000,
})
