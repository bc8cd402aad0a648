/**
 * How far a tail has come: the id of the last message of each node, joined by commas. Messages of one node are stored in
 * the order of their ids; those of another one may be stored later although they have lower ids.
 */
import { ID_TUPLE, idParts, idTuple } from '@logyard/languages/query-sql/message-id'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList } from '@logyard/languages/sql/sql-parts'

const MAX_IDS = 100
/** Low bits of the place of a message, which are the number of its node. */
const NODE_MASK = 4095
/** Messages that no active node made, such as events. */
const OTHERS = -1

export interface TailCursor {
  /** Whether the message was not sent yet. */
  isNew(id: string): boolean
  note(id: string): void
  /** Undefined unless it says more than the id of the last message. */
  text(): string | undefined
  /** Condition: the message was not sent yet. Undefined if nothing was sent. */
  newer(): Sql | undefined
}

/** `nodes`: the numbers of the active nodes. */
export function createTailCursor(given: string | undefined, nodes: readonly number[]): TailCursor {
  const known = new Set(nodes)
  const last = new Map<number, string>()
  const keyOf = (id: string) => {
    const number = (idParts(id)?.place ?? 0) % (NODE_MASK + 1)
    return known.has(number) ? number : OTHERS
  }
  const note = (id: string) => {
    const key = keyOf(id)
    if (id > (last.get(key) ?? '')) last.set(key, id)
  }
  const ids = (given ?? '').split(',').slice(0, MAX_IDS)
  for (const id of ids) if (idParts(id) !== undefined) note(id)
  const oldest = [...last.values()].sort()[0]
  // Messages that a node sent before it was known here may be newer than the oldest of the others.
  if (oldest !== undefined) for (const number of [...known, OTHERS]) if (!last.has(number)) last.set(number, oldest)
  return {
    isNew: (id) => id > (last.get(keyOf(id)) ?? ''),
    note,
    text: () => (new Set(last.values()).size > 1 ? [...new Set(last.values())].join(',') : undefined),
    newer() {
      if (last.size === 0) return undefined
      const number = sql`bitAnd(place, ${NODE_MASK})`
      const parts = [...last].map(([key, id]) => {
        const of =
          key === OTHERS ? sql`${number} NOT IN (${sqlList(nodes.map((one) => sql`${one}`))})` : sql`${number} = ${key}`
        return sql`(${known.size === 0 && key === OTHERS ? sql`1` : of} AND ${ID_TUPLE} > ${idTuple(id) ?? sql`tuple()`})`
      })
      return joinSql(parts, sql` OR `)
    },
  }
}
