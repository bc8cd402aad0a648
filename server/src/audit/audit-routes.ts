import {
  type AuditFilters,
  exportAuditEntries,
  listAuditEntries,
  listAuditEvents,
  OWN_EVENTS,
  verifyAuditLog,
} from '@logyard/contract/audit/audit'
import { OUTCOMES } from '@logyard/contract/audit/audit-entry'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import { ExportStream } from '../http/export-stream.ts'
import { serve } from '../http/serve.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createFairQueue } from '../platform/fair-queue/fair-queue.ts'
import type { EntryLog } from '../platform/settings/entry-log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { verifyEntries } from './entry-seals.ts'
import { exportLines, FORMATS } from './export-entries.ts'
import { type EntrySearch, entriesIn, findEntries, rangeOf } from './find-entries.ts'
import { systemEvents } from './system-events.ts'

const timeInvalid = (field: string) =>
  new LogyardError('invalid', 'audit-time-invalid', `${field} must be an instant like 2026-03-01T09:00:00Z`)

const auditBusy = () =>
  new LogyardError(
    'overloaded',
    'audit-busy',
    'You are reading the whole audit log already. Try again once that has ended.',
  )

const outcomeUnknown = (known: readonly string[]) =>
  new LogyardError('invalid', 'audit-outcome-unknown', `outcome must be one of ${known.join(', ')}`)

/** Exports and verifications, which read the whole log. */
const WHOLE_LOG_PLACES = 2
const PLACES_OF_USER = 1
const SEARCH_PLACES = 4
const MAX_WAITING = 20
const DEFAULT_LIMIT = 50

export interface AuditRouteDeps {
  readonly entries: EntryLog
  readonly audited: SettingsStore['audited']
  readonly clock: Clock
  /** All operations that are served. */
  readonly operations: readonly OperationSpec[]
}

export function auditRoutes(api: FastifyInstance, { entries, audited, clock, operations }: AuditRouteDeps): void {
  const wholeLog = createFairQueue({
    clock,
    places: WHOLE_LOG_PLACES,
    waiting: 0,
    placesOfOwner: PLACES_OF_USER,
    refuseFullOwner: auditBusy,
  })
  const searches = createFairQueue({ clock, places: SEARCH_PLACES, reservedPlaces: 1, waiting: MAX_WAITING })

  serve(api, listAuditEntries, async ({ query, caller, signal }) => {
    const search = searchOf(query)
    using _place = await searches.acquire({ owner: caller.userId, signal })
    const range = await rangeOf(entries, search)
    const to = query.before === undefined ? range.to : Math.min(range.to, query.before - 1)
    const limit = query.limit ?? DEFAULT_LIMIT
    const { found, next } = await findEntries(entries, search.filter, { range: { ...range, to }, limit, signal })
    const { first, last } = await entries.bounds()
    return { entries: [...found], next: next ?? null, total: first === 0 ? 0 : last - first + 1 }
  })

  serve(api, listAuditEvents, () => {
    const events = operations.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []))
    return { events: [...new Set([...events, ...systemEvents(audited()), ...OWN_EVENTS])].sort() }
  })

  serve(api, exportAuditEntries, async ({ body: { format, ...filters }, caller, reply, signal }) => {
    const search = searchOf(filters)
    const range = await rangeOf(entries, search)
    const place = await wholeLog.acquire({ owner: caller.userId, signal })
    const lines = exportLines(entriesIn(entries, search.filter, range), format)
    const stream = new ExportStream(lines, await lines.next(), clock)
    stream.once('close', () => place[Symbol.dispose]())
    if (signal.aborted) stream.destroy()
    else signal.addEventListener('abort', () => stream.destroy(), { once: true })
    reply.type(`${FORMATS[format]}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="audit-log.${format}"`)
    return reply.send(stream)
  })

  serve(api, verifyAuditLog, async ({ caller, signal }) => {
    using _place = await wholeLog.acquire({ owner: caller.userId, signal })
    return verifyEntries(entries, signal)
  })
}

function searchOf(filters: AuditFilters): EntrySearch {
  const events = listOf(filters.event)
  const outcomes = listOf(filters.outcome)
  const known: readonly string[] = OUTCOMES
  const unknown = outcomes?.find((outcome) => !known.includes(outcome))
  if (unknown !== undefined) throw outcomeUnknown(OUTCOMES)
  const filter = {
    ...(events === undefined ? {} : { events }),
    ...(outcomes === undefined ? {} : { outcomes }),
    ...withText('user', filters.user),
    ...withText('entityType', filters.entity_type),
    ...withText('entityId', filters.entity_id),
    ...withText('address', filters.address),
    ...withText('text', filters.query),
  }
  return { filter, fromMs: instantOf('from', filters.from), toMs: instantOf('to', filters.to) }
}

const withText = (name: string, text: string | undefined) =>
  text === undefined || text.trim() === '' ? {} : { [name]: text.trim() }

function listOf(text: string | undefined): readonly string[] | undefined {
  const names = (text ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
  return names.length === 0 ? undefined : names
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

function instantOf(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw timeInvalid(field)
  return ms
}
