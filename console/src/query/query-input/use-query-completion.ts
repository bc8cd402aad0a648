import { suggestValues } from '@logyard/contract/search/field-insights'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { allFieldsQuery, fieldsOfQuery } from '../fields/field-queries.ts'
import type { QueryCompletion } from './query-input-props.ts'

/** The completion of a query; `undefined` for users who turned it off. */
export function useQueryCompletion(streams: readonly string[], timerange: TimeRange): QueryCompletion | undefined {
  const call = useCall()
  const { preferences } = useCurrentUser()
  const smart = preferences?.['enableSmartSearch']
  const isWanted = smart !== false && smart !== 'false'
  const all = useQuery({ ...allFieldsQuery(call), enabled: isWanted })
  const own = useQuery({ ...fieldsOfQuery(call, streams), enabled: isWanted })
  return useMemo(() => {
    if (!isWanted) return undefined
    const inStreams = new Set((own.data ?? all.data ?? []).map(({ name }) => name))
    return {
      fields: (all.data ?? []).map(({ name, type }) => ({ name, type: type.type, isInStreams: inStreams.has(name) })),
      async values(field, input, signal) {
        const body = { field, input: input.slice(0, 200), streams: [...streams], timerange }
        const { values } = await call(suggestValues, { body, signal, extendSession: false })
        return values
      },
    }
  }, [isWanted, all.data, own.data, streams, timerange, call])
}
