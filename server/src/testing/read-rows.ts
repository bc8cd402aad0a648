import { idsOfParts } from '../store/messages/message-ids.ts'
import { readBlock } from '../store/messages/native/native-block.ts'
import type { RowBatch } from '../store/messages/row-batch.ts'

/** Values by column, as the store gets them, with the columns that follow from others; `fields` as JSON. */
export type StoredRow = ReadonlyMap<string, unknown>

export const readRows = ({ chunks }: RowBatch): readonly StoredRow[] =>
  chunks
    .map(readBlock)
    .flatMap(({ rows, columns }) =>
      Array.from({ length: rows }, (_, at) =>
        withDerived(new Map(Array.from(columns, ([name, column]) => [name, column.valueAt(at)]))),
      ),
    )

function withDerived(row: StoredRow): StoredRow {
  const parts = {
    receivedAtMs: Number(row.get('received')),
    journalOffset: Number(row.get('journal_offset')),
    place: Number(row.get('place')),
  }
  const { id, gl2MessageId } = idsOfParts(parts, String(row.get('own_message_id')) || undefined)
  const streams = String(row.get('stream_ids')).split(' ')
  return new Map([...row, ['id', id], ['gl2_message_id', gl2MessageId], ['streams', streams]])
}

/** The fields of a row that have no columns of their own. */
export const fieldsOf = (row: StoredRow | undefined): unknown => JSON.parse(String(row?.get('fields')))
