/** Unusual values in the messages of streams and inputs, which several features show. */
import { countUnusualMessages, getUnusualOfInput, getUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

const POLL_MS = 15_000

export const UNUSUAL_KEY = ['unusual-messages'] as const

/** One call for a whole page of inputs. */
export const unusualCountsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...UNUSUAL_KEY, 'counts'],
    queryFn: ({ signal }) => call(countUnusualMessages, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

export const unusualOfStreamQuery = (call: Call, streamId: string) =>
  queryOptions({
    queryKey: [...UNUSUAL_KEY, 'stream', streamId],
    queryFn: ({ signal }) => call(getUnusualOfStream, { params: { streamId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })

export const unusualOfInputQuery = (call: Call, inputId: string) =>
  queryOptions({
    queryKey: [...UNUSUAL_KEY, 'input', inputId],
    queryFn: ({ signal }) => call(getUnusualOfInput, { params: { inputId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })
