import { getExtractor } from '@logyard/contract/extractors/extractors'
import { getInput } from '@logyard/contract/ingest/inputs'
import { getMessage } from '@logyard/contract/search/messages'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import { extractorsKey } from '../../ingest/extractors-query.ts'
import type { LoadedMessage, StoredMessage } from '../../messages-table/loader/loaded-message.ts'
import { newestMessage } from '../../messages-table/loader/newest-message.ts'

export const inputQuery = (call: Call, id: string) =>
  callQuery(call, ['inputs', 'one', id], getInput, { params: { id } })

/** The extractor to edit: read once, so that a poll never changes the form. */
export const extractorQuery = (call: Call, inputId: string, extractorId: string) => ({
  ...callQuery(call, [...extractorsKey(inputId), extractorId], getExtractor, { params: { inputId, extractorId } }),
  staleTime: 0,
  gcTime: 0,
})

export const storedMessageQuery = (call: Call, stored: StoredMessage) =>
  queryOptions({
    queryKey: ['message', stored.index, stored.id],
    queryFn: async ({ signal }): Promise<LoadedMessage> => {
      const { message } = await call(getMessage, { params: { index: stored.index, messageId: stored.id }, signal })
      return { stored, fields: { ...message.fields, timestamp: message.timestamp } }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** `null` if the input received no message. */
export const newestMessageQuery = (call: Call, inputId: string) =>
  queryOptions({
    queryKey: ['newest-message', inputId],
    queryFn: async ({ signal }) => (await newestMessage(call, inputId, signal)) ?? null,
    staleTime: 0,
    gcTime: 0,
  })
