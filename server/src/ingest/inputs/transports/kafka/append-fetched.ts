import { IS_CONTROL, type KafkaRecord } from '@platformatic/kafka'
import { MAX_RAW_BYTES } from '../../../journal/journal.ts'
import { NOBODY } from '../intake.ts'
import type { Fetched } from './fetch-partitions.ts'
import type { Member } from './member.ts'

const EMPTY = Buffer.alloc(0)
/** Bytes of a message that is too long; the beginning shows what it was. */
const REFUSED_BYTES = 65_536

/**
 * Appends messages from the position of the partition on, and returns their number. Stops when the partition is another
 * member's.
 */
export async function appendFetched(
  member: Member,
  { partition, batches }: Fetched,
  signal: AbortSignal,
): Promise<number> {
  const { positions, intake } = member.deps
  const { owned } = member
  const isOurs = () => member.isAssigned && member.owned === owned
  let appended = 0
  for (const batch of batches) {
    const isControl = (batch.attributes & IS_CONTROL) !== 0
    for (const record of isControl ? [] : batch.records) {
      const offset = batch.firstOffset + BigInt(record.offsetDelta)
      if (offset < (positions.get(partition) ?? 0n)) continue
      while (!append(member, record)) {
        await intake.writable(signal)
        if (!isOurs()) return appended
      }
      appended += 1
      positions.advance(partition, offset + 1n)
    }
    // Compaction leaves gaps, also at the end of a batch.
    positions.advance(partition, batch.firstOffset + BigInt(batch.lastOffsetDelta) + 1n)
  }
  return appended
}

function append({ deps }: Member, { value }: KafkaRecord): boolean {
  const payload = value ?? EMPTY
  if (payload.length > MAX_RAW_BYTES) {
    const detail = `The message has ${payload.length} bytes, more than the limit of ${MAX_RAW_BYTES}`
    deps.intake.refuse(payload.subarray(0, REFUSED_BYTES), NOBODY, { reason: 'too-long', detail })
    deps.metrics.invalidMessages.mark()
    return true
  }
  if (!deps.intake.append(payload, NOBODY)) return false
  deps.onReceived(payload.length)
  return true
}
