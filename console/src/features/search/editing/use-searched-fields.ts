import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { allFieldsQuery, FIELDS_KEY, fieldsOfQuery } from '../../../query/fields/field-queries.ts'
import { type FieldTypes, fieldTypes } from '../../../query/fields/field-types.ts'

/** A search that refreshes every second does not reload the fields as often. */
const FRESH_MS = 10_000

/** The fields of the searched streams. Reloaded after executions, because new messages can have new fields. */
export function useSearchedFields(streams: readonly string[], finished: number): FieldTypes {
  const call = useCall()
  const client = useQueryClient()
  const own = useQuery(fieldsOfQuery(call, streams))
  useQuery({ ...allFieldsQuery(call), enabled: streams.length > 0 })
  useEffect(() => {
    if (finished === 0) return
    void client.invalidateQueries({
      queryKey: FIELDS_KEY,
      predicate: (query) => query.isStaleByTime(FRESH_MS),
    })
  }, [client, finished])
  return useMemo(() => fieldTypes(own.data ?? []), [own.data])
}
