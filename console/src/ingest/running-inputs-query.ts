import { listInputStates } from '@logyard/contract/ingest/inputs'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

const POLL_MS = 2_000

/** The inputs that run on the responding node, by title. */
export const runningInputsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['inputs', 'states-here'],
    queryFn: async ({ signal }) => {
      const { states } = await call(listInputStates, { signal, extendSession: false })
      return states
        .filter(({ state }) => state === 'RUNNING')
        .map(({ message_input }) => message_input)
        .toSorted((a, b) => a.title.localeCompare(b.title))
    },
    refetchInterval: POLL_MS,
  })
