/** The neighbours of a message in the order of time, linked by fields: read from the message on in both directions. */
import type { ContextRequest, MessageContext } from '@logyard/contract/message-context'
import type { MessageHit } from '@logyard/contract/search-results'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query/sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import { sqlString } from '@logyard/languages/query/sql/sql-literal'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { MESSAGE_SELECTION, readMessageRow, type StoredMessage } from '../message-rows.ts'
import { EVER, type InstantRange, instant, scopeCondition } from '../message-scope.ts'
import type { SearchEngine } from '../search-engine.ts'
import type { StreamAccess } from '../stream-access.ts'
import { readNeighbours } from './neighbours.ts'

export type AskMessageContext = (
  caller: Caller,
  request: ContextRequest,
  signal: AbortSignal,
) => Promise<MessageContext>

const DEFAULT_COUNT = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const messageNotFound = (id: string, index: string) =>
  new LogyardError('not-found', 'message-not-found', `Message ${id} does not exist in index ${index}`)

export function createMessageContext(deps: {
  readonly engine: SearchEngine
  readonly access: StreamAccess
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
}): AskMessageContext {
  const { engine, access, clock } = deps

  return async (caller, { index, id, before, after, fields = [], streams: named = [] }, signal) => {
    access.require(caller, named)
    const readable = await access.requireSome(caller)
    const streams = named.length > 0 ? named : readable
    const schema = await deps.schema()
    const nowMs = clock.now().getTime()
    if (!UUID.test(id)) throw messageNotFound(id, index)
    // Opening all columns takes three times as long as finding the message.
    const isLinked = fields.length > 0
    const [row] = await engine.rows(
      `SELECT ${isLinked ? MESSAGE_SELECTION : 'toUnixTimestamp64Milli(timestamp)'} FROM messages
       WHERE ${scopeCondition({ streams, range: EVER, conditions: [] }, schema, nowMs)}
       AND UUIDToNum(id) = UUIDToNum(toUUID('${id}')) AND \`index\` = ${sqlString(index)} LIMIT 1`,
      { signal },
    )
    if (row === undefined) throw messageNotFound(id, index)
    const document = isLinked ? readMessageRow(row).document : undefined
    const atMs = document === undefined ? Number(row[0]) : Date.parse(document.timestamp)

    const links = fields.flatMap((name) => {
      const value = document?.[name]
      return value === undefined || value === null || Array.isArray(value) ? [] : [[name, value] as const]
    })
    const linked = links
      .map(([name, value]) => compileCondition(equals(name, String(value)), schema, nowMs))
      .map((condition) => ` AND (${condition})`)
      .join('')
    const at = instant(atMs)
    const own = `toUUID('${id}')`

    const side = async (range: InstantRange, isLater: string, order: 'ASC' | 'DESC', count: number) => {
      const where = (part: InstantRange) =>
        `${scopeCondition({ streams, range: part, conditions: [] }, schema, nowMs)} AND (timestamp != ${at} OR ${isLater}) AND id != ${own}${linked}`
      return (await readNeighbours(engine, { range, order, count, where }, { signal })).map(hit)
    }
    const [earlier, later] = await Promise.all([
      side({ ...EVER, toMs: atMs }, `UUIDToNum(id) < UUIDToNum(${own})`, 'DESC', before ?? DEFAULT_COUNT),
      side({ ...EVER, fromMs: atMs }, `UUIDToNum(id) > UUIDToNum(${own})`, 'ASC', after ?? DEFAULT_COUNT),
    ])
    return { before: earlier.reverse(), after: later, linked_by: Object.fromEntries(links) }
  }
}

const nowhere = { from: 0, to: 0 }

/** The whole value of the field, as it stands. */
const equals = (name: string, text: string): QueryNode => ({
  kind: 'phrase',
  field: { name, pattern: false, span: nowhere },
  text,
  slop: 0,
  span: nowhere,
})

const hit = ({ document, index }: StoredMessage): MessageHit => ({
  message: document,
  index,
  highlight_ranges: {},
  decoration_stats: null,
})
