import { readBlock } from '../store/messages/native/native-block.ts'
import type { RowBatch } from '../store/messages/row-batch.ts'

/** The rows of a batch as the store gets them: values by column, `fields` as JSON. */
export const readRows = ({ chunks }: RowBatch): readonly ReadonlyMap<string, unknown>[] =>
  chunks
    .map(readBlock)
    .flatMap(({ rows, columns }) =>
      Array.from(
        { length: rows },
        (_, at) => new Map(Array.from(columns, ([name, column]) => [name, column.valueAt(at)])),
      ),
    )

/** The fields of a row that have no columns of their own. */
export const fieldsOf = (row: ReadonlyMap<string, unknown> | undefined): unknown =>
  JSON.parse(String(row?.get('fields')))
