/** The neighbours of a message in the order of time, linked by fields: read from the message on in both directions. */
import type { ContextRequest, MessageContext } from '@logyard/contract/search/message-context'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { partialSelection, readPartialRow, type StoredMessage } from '../messages/message-rows.ts'
import { EVER, type InstantRange, messagesIn } from '../scope/message-scope.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
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
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'choose'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
}): AskMessageContext {
  const { access, clock } = deps

  return async (caller, request, signal) => {
    const { index, id, timestamp = '', before = DEFAULT_COUNT, after = DEFAULT_COUNT, fields = [] } = request
    const { streams: named = [] } = request
    const engine = deps.engine.of({ user: caller.userId })
    const streams = await access.choose(caller, named)
    const schema = await deps.schema()
    const nowMs = clock.now().getTime()
    if (!UUID.test(id)) throw messageNotFound(id, index)
    const from = (range: InstantRange, ...also: readonly Sql[]) =>
      messagesIn({ streams, range, conditions: [] }, schema, nowMs, also)

    const isMessage = sql`UUIDToNum(id) = UUIDToNum(toUUID(${id})) AND \`index\` = ${index}`
    async function find(range: InstantRange): Promise<MessageDocument | undefined> {
      const stored = fields.filter((name) => schema.types(name).length > 0)
      const [row] = await engine.rows(sql`SELECT ${partialSelection(stored)} FROM ${from(range, isMessage)} LIMIT 1`, {
        signal,
      })
      return row && readPartialRow(row, stored).document
    }

    async function around(atMs: number, links: readonly Link[]): Promise<MessageContext> {
      const linked = links.map(([name, value]) => compileCondition(equals(name, String(value)), schema, nowMs))
      const linkedFrom = (part: InstantRange, ...also: readonly Sql[]) => from(part, ...linked, ...also)
      const near = await readNeighbours(engine, { id, atMs, before, after, from: linkedFrom }, { signal })
      return { before: near.before.map(hit), after: near.after.map(hit), linked_by: Object.fromEntries(links) }
    }

    const toldMs = Date.parse(timestamp)
    const told = toldMs >= EVER.fromMs && toldMs <= EVER.toMs ? { fromMs: toldMs, toMs: toldMs } : undefined
    if (told !== undefined && fields.length === 0) {
      // Nothing of the message is needed but that it is there. Where it is not, its neighbours were read in vain.
      const [known, context] = await Promise.all([find(told), around(toldMs, [])])
      if (known !== undefined) return context
    }
    const message = (told && fields.length > 0 ? await find(told) : undefined) ?? (await find(EVER))
    if (message === undefined) throw messageNotFound(id, index)
    const links = fields.flatMap((name): Link[] => {
      const value = message[name]
      return value === undefined || value === null || Array.isArray(value) ? [] : [[name, value]]
    })
    return await around(Date.parse(message.timestamp), links)
  }
}

/** A field that neighbours share with the message, and its value. */
type Link = readonly [name: string, value: unknown]

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
