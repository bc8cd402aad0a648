import { type ErrorStates, getErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'

const POLL_MS = 1_000
const HIDDEN_POLL_MS = 5_000

interface Named {
  readonly tables?: readonly string[]
  readonly caches?: readonly string[]
  readonly adapters?: readonly string[]
}

/** The problems of the named objects. Requested every second, less often while the page is hidden. */
export function useErrorStates({ tables = [], caches = [], adapters = [] }: Named): ErrorStates | undefined {
  const call = useCall()
  const body = { tables: [...tables], caches: [...caches], data_adapters: [...adapters] }
  const { data } = useQuery({
    ...callQuery(call, [...LOOKUP_KEY, 'errors', body], getErrorStates, { body, extendSession: false }),
    enabled: tables.length + caches.length + adapters.length > 0,
    refetchInterval: () => (document.hidden ? HIDDEN_POLL_MS : POLL_MS),
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data
}
