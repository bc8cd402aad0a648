import type { NewFailure } from '../../ingest/failures/failures.ts'
import type { Journal } from '../../ingest/journal/journal.ts'
import { readBlock } from '../../ingest/journal/journal-block.ts'
import { offsetOfId } from '../../store/messages/message-ids.ts'
import type { RefusedRow } from '../../store/messages/message-writer.ts'

export const NOT_STORABLE = 'not-storable'

/** The raw messages of rows that the engine refused, as failures. Reads each block of the journal once. */
export function findRefused(journal: Pick<Journal, 'blockWith'>, rows: readonly RefusedRow[]): readonly NewFailure[] {
  const found: NewFailure[] = []
  const detailOf = new Map(rows.map(({ id, detail }) => [offsetOfId(id), detail]))
  let readTo = -1
  for (const wanted of [...detailOf.keys()].sort((a, b) => a - b)) {
    if (wanted < readTo) continue
    const block = journal.blockWith(wanted)
    if (block === undefined) continue
    let offset = block.firstOffset
    for (const record of readBlock(block.bytes)) {
      const detail = detailOf.get(offset)
      if (detail !== undefined) found.push({ ...record, offset, reason: NOT_STORABLE, detail })
      offset += 1
    }
    readTo = offset
  }
  return found
}
