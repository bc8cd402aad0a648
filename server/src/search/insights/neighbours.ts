/** The messages next to an instant on one side of it, the nearest first, each once. */
import { MESSAGE_SELECTION, readMessageRow, type StoredMessage } from '../message-rows.ts'
import type { InstantRange } from '../message-scope.ts'
import { readInTimeOrder } from '../read-in-time-order.ts'
import type { SearchEngine, SqlOptions } from '../search-engine.ts'

export interface NeighbourSide {
  readonly range: InstantRange
  /** Away from the instant. */
  readonly order: 'ASC' | 'DESC'
  readonly count: number
  /** What may be among them, of a part of the range. */
  where(part: InstantRange): string
}

export async function readNeighbours(
  engine: SearchEngine,
  side: NeighbourSide,
  options: SqlOptions,
): Promise<readonly StoredMessage[]> {
  const { range, order, count, where } = side
  if (count === 0) return []
  const query = { where: where(range), order, limit: count, compare: byId(order) }
  const read = await readInTimeOrder(engine, query, options)
  const near = onceEach(read?.messages ?? []).slice(0, count)
  if (read !== undefined && (near.length === count || read.isAll)) return near
  // The same message may lie in two indices, so more of them have to be found.
  return searchNeighbours(engine, side, 2 * count, options)
}

/** However many messages share an instant, or lie in several indices: the engine sorts them. */
async function searchNeighbours(
  engine: SearchEngine,
  { range, order, count, where }: NeighbourSide,
  least: number,
  options: SqlOptions,
): Promise<readonly StoredMessage[]> {
  for (let wanted = least; ; wanted *= 2) {
    const instants = await engine.rows(
      `SELECT toUnixTimestamp64Milli(timestamp) FROM messages WHERE ${where(range)} ORDER BY timestamp ${order} LIMIT ${wanted}`,
      options,
    )
    const last = instants.at(-1)
    if (last === undefined) return []
    const lastMs = Number(last[0])
    // Only now in their full order, and all of them: without its end the engine would look at the whole side.
    const part = order === 'DESC' ? { ...range, fromMs: lastMs } : { ...range, toMs: lastMs }
    const found = await engine.rows(
      `SELECT ${MESSAGE_SELECTION} FROM messages WHERE ${where(part)}
       ORDER BY timestamp ${order}, UUIDToNum(id) ${order} LIMIT 1 BY id LIMIT ${count}`,
      options,
    )
    if (found.length === count || instants.length < wanted) return found.map(readMessageRow)
  }
}

/** As the engine sorts the numbers that they are: their digits are all of the same length. */
const byId = (order: 'ASC' | 'DESC') => (a: StoredMessage, b: StoredMessage) => {
  const [first, second] = order === 'ASC' ? [a, b] : [b, a]
  return Buffer.compare(Buffer.from(first.document._id), Buffer.from(second.document._id))
}

const onceEach = (messages: readonly StoredMessage[]): readonly StoredMessage[] => [
  ...new Map(messages.map((message) => [message.document._id, message])).values(),
]
