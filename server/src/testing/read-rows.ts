import { MESSAGE_COLUMNS, type RowBatch } from '../store/messages/row-batch.ts'

/** The rows of a batch as the store gets them. */
export const rowTexts = ({ chunks }: RowBatch): readonly string[] =>
  Buffer.concat(chunks).toString().split('\n').slice(0, -1)

/** A row of a batch, by column. */
export function readRow(text: string, parse: (text: string) => unknown = JSON.parse) {
  const values = parse(text)
  if (!Array.isArray(values)) throw new Error('a row is no list')
  return (column: (typeof MESSAGE_COLUMNS)[number]): unknown => values[MESSAGE_COLUMNS.indexOf(column)]
}
