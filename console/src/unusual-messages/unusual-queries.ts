/** Unusual values in the messages of streams and inputs, which several features show. */
import { countUnusualMessages, getUnusualOfInput, getUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'

const POLL_MS = 15_000

export const UNUSUAL_KEY = ['unusual-messages'] as const

/** One call for a whole page of inputs. */
export const unusualCountsQuery = (call: Call) =>
  polledQuery(call, [...UNUSUAL_KEY, 'counts'], POLL_MS, countUnusualMessages)

export const unusualOfStreamQuery = (call: Call, streamId: string) =>
  polledQuery(call, [...UNUSUAL_KEY, 'stream', streamId], POLL_MS, getUnusualOfStream, { params: { streamId } })

export const unusualOfInputQuery = (call: Call, inputId: string) =>
  polledQuery(call, [...UNUSUAL_KEY, 'input', inputId], POLL_MS, getUnusualOfInput, { params: { inputId } })
