import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { allFieldsQuery, FIELDS_KEY, fieldsOfQuery } from './field-queries.ts'
import { type FieldTypes, fieldTypes } from './field-types.ts'

const ALL: readonly string[] = []

interface PageFields {
  /** Absent: all that the user may read. */
  readonly streams?: readonly string[]
  /** Number of finished searches. */
  readonly finished: number
  /** The least time between two reloads: a page that refreshes every second does not reload the fields as often. */
  readonly freshMs: number
}

/** The fields of the searched streams. Reloaded after searches, because new messages can have new fields. */
export function usePageFields({ streams = ALL, finished, freshMs }: PageFields): FieldTypes {
  const call = useCall()
  const client = useQueryClient()
  const { data } = useQuery(fieldsOfQuery(call, streams))
  useQuery({ ...allFieldsQuery(call), enabled: streams.length > 0 })
  useEffect(() => {
    if (finished === 0) return
    void client.invalidateQueries({ queryKey: FIELDS_KEY, predicate: (query) => query.isStaleByTime(freshMs) })
  }, [client, finished, freshMs])
  return useMemo(() => fieldTypes(data ?? []), [data])
}
