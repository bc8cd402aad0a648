/** Completion for the fields and values of rules, from the stored messages that the user may read. */
import { suggestValues } from '@logyard/contract/search/field-insights'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'

const TYPING_PAUSE_MS = 200
/** Values of the last day complete quickly whatever is stored. */
const DAY = { type: 'relative', range: 86_400 } as const
const MAX_INPUT = 200

/** The names of all known fields, and those of `others`. */
export function useFieldNames(others: readonly string[] = []): readonly string[] {
  const fields = useQuery(allFieldsQuery(useCall()))
  return [...new Set([...others, ...(fields.data ?? []).map(({ name }) => name)])].toSorted()
}

/** The commonest values of a field that begin with the input. */
export function useValueSuggestions(field: string, input: string, isWanted: boolean): readonly string[] {
  const call = useCall()
  const [settled] = useDebouncedValue(input, TYPING_PAUSE_MS)
  const body = { field: field.trim(), input: settled.slice(0, MAX_INPUT), timerange: DAY }
  const found = useQuery({
    ...callQuery(call, ['stream-rule-values', body], suggestValues, { body, extendSession: false }),
    enabled: isWanted && body.field !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return found.data?.values.map(({ value }) => value).filter((value) => value !== '') ?? []
}
