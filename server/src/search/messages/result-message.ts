import { FIELD } from '@logyard/contract/messages/message-fields'
import type { ResultMessage } from '@logyard/contract/search/messages'
import type { MessageDocument } from '@logyard/contract/search/search-results'

/** A message in the form of the routes that return a single one; `index` if it is stored. */
export function resultMessage(document: MessageDocument, index: string | undefined): ResultMessage {
  const { _id, timestamp, streams, source = '', message = '' } = document
  const names = Object.keys(document)
  return {
    message: {
      id: _id,
      timestamp,
      message,
      source,
      fields: document,
      stream_ids: streams,
      field_names: names,
      field_count: names.length,
      size: numberOf(document[FIELD.accountedSize]),
      streams: [],
      index_sets: [],
      source_input_id: textOf(document[FIELD.sourceInput]),
      inet_address: textOf(document[FIELD.remoteIp]),
      is_source_inet_address: document[FIELD.remoteIp] === source,
      filter_out: false,
      complete: true,
      validation_errors: '',
      fields_entries: [],
      journal_offset: 0,
      receive_time: null,
      processing_time: null,
    },
    ...(index === undefined ? { index: null } : { index, highlight_ranges: {} }),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
