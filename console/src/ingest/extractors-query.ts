import { listExtractors } from '@logyard/contract/extractors/extractors'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

const POLL_MS = 2_000

export const extractorsKey = (inputId: string) => ['extractors', inputId] as const

/** The extractors of an input in the order in which they run, with the metrics of the responding node. */
export const extractorsQuery = (call: Call, inputId: string) =>
  queryOptions({
    queryKey: [...extractorsKey(inputId), 'list'],
    queryFn: async ({ signal }) => {
      const { extractors } = await call(listExtractors, { params: { inputId }, signal, extendSession: false })
      return extractors.toSorted((a, b) => a.order - b.order)
    },
    refetchInterval: POLL_MS,
  })
