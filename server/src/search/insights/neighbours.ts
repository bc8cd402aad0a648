/**
 * Finds the nearest messages before and after a message in time, without duplicates. They are found by timestamp and id
 * and then read together, because opening the columns of messages takes the most time.
 */
import { hasOneOfIds, ID_COLUMNS, ID_TUPLE, idTuple } from '@logyard/languages/query-sql/message-id'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import type { MessageReader, StoredMessage } from '../messages/message-rows.ts'
import { EVER, type InstantRange } from '../scope/message-scope.ts'
import type { SearchEngine, SqlOptions } from '../statements/search-engine.ts'

export interface Neighbourhood {
  /** Id of the message in the middle. */
  readonly id: string
  readonly atMs: number
  readonly before: number
  readonly after: number
  /** For the FROM of a SELECT: the candidates within the range that satisfy the conditions. */
  from(part: InstantRange, ...conditions: readonly Sql[]): ScopedSql
  readonly reader: MessageReader
}

interface Place {
  readonly ms: number
  readonly id: string
}

interface Side {
  readonly range: InstantRange
  /** Away from the message in the middle. */
  readonly order: 'ASC' | 'DESC'
  readonly count: number
  from(part: InstantRange): ScopedSql
}

/** Sorts before all ids. */
const NO_ID = sql`(${sqlInstant(0)}, toUInt64(0), toUInt32(0))`
/** One statement is enough if the last wanted message shares its timestamp with at most this many others. */
const SPARE = 20
/** This span usually has enough messages, and the parts of the table outside of it are not opened. */
const NEAR_MS = 3_600_000

/** Both sorted by timestamp, then by id. */
export async function readNeighbours(
  engine: SearchEngine,
  { id, atMs, before, after, from, reader }: Neighbourhood,
  options: SqlOptions,
) {
  const own = idTuple(id) ?? NO_ID
  const beyond = (sign: Sql) => (part: InstantRange) =>
    from(part, sql`timestamp != ${sqlInstant(atMs)} OR ${ID_TUPLE} ${sign} ${own}`, sql`${ID_TUPLE} != ${own}`)
  const [earlier, later] = await Promise.all([
    findSide(engine, { range: { ...EVER, toMs: atMs }, order: 'DESC', count: before, from: beyond(sql`<`) }, options),
    findSide(engine, { range: { ...EVER, fromMs: atMs }, order: 'ASC', count: after, from: beyond(sql`>`) }, options),
  ])
  const found = await readPlaces(engine, [...earlier, ...later], { from, reader }, options)
  const messagesAt = (places: readonly Place[]) => places.flatMap((place) => found.get(place.id) ?? [])
  return { before: messagesAt(earlier.toReversed()), after: messagesAt(later) }
}

/** Nearest first. */
async function findSide(engine: SearchEngine, side: Side, options: SqlOptions): Promise<readonly Place[]> {
  if (side.count === 0) return []
  const { fromMs, toMs } = side.range
  const near = side.order === 'DESC' ? { fromMs: toMs - NEAR_MS, toMs } : { fromMs, toMs: fromMs + NEAR_MS }
  const found = await findWithin(engine, { ...side, range: near }, options)
  return found.length === side.count ? found : await findWithin(engine, side, options)
}

async function findWithin(engine: SearchEngine, side: Side, options: SqlOptions): Promise<readonly Place[]> {
  const { range, order, count, from } = side
  const direction = sqlDirection(order)
  const find = async (part: InstantRange, rest: Sql) => {
    const statement = sql`SELECT toUnixTimestamp64Milli(timestamp), toString(id) FROM ${from(part)} ${rest}`
    return (await engine.rows(statement, options)).map(([ms, id]): Place => ({ ms: Number(ms), id: String(id) }))
  }
  for (let wanted = count + SPARE; ; wanted *= 2) {
    const read = await find(range, sql`ORDER BY timestamp ${direction} LIMIT ${sqlInteger(wanted)}`)
    const isAll = read.length < wanted
    const lastMs = read.at(-1)?.ms
    if (lastMs === undefined) return []
    // There may be more messages with the last timestamp.
    const whole = isAll ? read : read.filter(({ ms }) => ms !== lastMs)
    const near = onceEach(whole.toSorted(awayBy(order)))
    if (isAll || near.length >= count) return near.slice(0, count)
    // Sorted by the engine, up to that timestamp: an open range would be read completely.
    const part = order === 'DESC' ? { ...range, fromMs: lastMs } : { ...range, toMs: lastMs }
    const sorted = await find(
      part,
      sql`ORDER BY timestamp ${direction}, ${ID_TUPLE} ${direction} LIMIT 1 BY ${sqlList(ID_COLUMNS)} LIMIT ${sqlInteger(count)}`,
    )
    if (sorted.length === count) return sorted
  }
}

async function readPlaces(
  engine: SearchEngine,
  places: readonly Place[],
  { from, reader }: Pick<Neighbourhood, 'from' | 'reader'>,
  options: SqlOptions,
): Promise<ReadonlyMap<string, StoredMessage>> {
  if (places.length === 0) return new Map()
  const instants = [...new Set(places.map(({ ms }) => ms))]
  const part = { fromMs: Math.min(...instants), toMs: Math.max(...instants) }
  const isAmong = [sql`timestamp IN (${sqlList(instants.map(sqlInstant))})`, hasOneOfIds(places.map(({ id }) => id))]
  const rows = await engine.rows(sql`SELECT ${reader.selection} FROM ${from(part, ...isAmong)}`, options)
  return new Map(rows.map(reader.read).map((message) => [message.document._id, message]))
}

/** The order in which the engine sorts ids as numbers: they all have the same number of digits. */
const awayBy = (order: Side['order']) => (a: Place, b: Place) => {
  const [first, second] = order === 'ASC' ? [a, b] : [b, a]
  return first.ms - second.ms || (first.id < second.id ? -1 : Number(first.id > second.id))
}

/** The same message may be in two indices. */
const onceEach = (places: readonly Place[]): readonly Place[] => [
  ...new Map(places.map((place) => [place.id, place])).values(),
]
