import { FIELD } from '@logyard/contract/messages/message-fields'
import { MAX_FIELDS, type MessagesRequest, type TableColumn } from '@logyard/contract/search/scripting'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import { draftOf, isAscending, requireAtMost, type Tabulation } from './tabulation.ts'

const DEFAULT_SIZE = 10
const DEFAULT_FIELDS = [FIELD.timestamp, FIELD.source, FIELD.message]

/** The ids of streams have two names. */
const storedName = (field: string) => (field === 'streams.id' ? FIELD.streams : field)

/** A table of messages with a column for each field, newest first unless requested otherwise. */
export function tabulateMessages(request: MessagesRequest): Tabulation {
  const { sort, sort_order, from, size } = request
  const fields = request.fields && request.fields.length > 0 ? request.fields : DEFAULT_FIELDS
  requireAtMost(MAX_FIELDS, fields, 'fields')
  const order = isAscending(sort_order, false) ? 'ASC' : 'DESC'
  const draft = draftOf(request, {
    type: 'messages',
    id: 'messages',
    offset: from ?? 0,
    limit: size ?? DEFAULT_SIZE,
    sort: [{ field: sort || FIELD.timestamp, order }],
  })
  return {
    draft,
    tableOf(result: SearchTypeResult) {
      if (result.type !== 'messages') throw new TypeError(`a list of messages has the type ${result.type}`)
      const datarows = result.messages.map(({ message }) => fields.map((field) => message[storedName(field)] ?? null))
      const schema = fields.map((field, at) => columnOf(field, datarows, at))
      return { schema, metadata: { effective_timerange: result.effective_timerange }, datarows }
    },
  }
}

/** Its type follows from the values that are shown: the types of other messages are not the reader's concern. */
function columnOf(field: string, rows: readonly (readonly unknown[])[], at: number): TableColumn {
  const values = rows.map((row) => row[at]).filter((value) => value !== null)
  const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'
  const type = values.length === 0 ? 'unknown' : values.every(isNumber) ? 'numeric' : 'string'
  return { column_type: 'field', type: field === FIELD.timestamp ? 'date' : type, field, name: `field: ${field}` }
}
