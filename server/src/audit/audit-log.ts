import type { AuditedCall } from '../http/audit-hook.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { PageOf, PageRequest, SettingsStore } from '../platform/settings/settings-store.ts'
import { actorOf, auditCollection, type StoredAuditEntry } from './audit-store.ts'
import { createEntryWindows } from './entry-windows.ts'

export interface AuditLog extends AsyncDisposable {
  /** Never throws and never waits: the entry is stored within a second or so. */
  record(call: AuditedCall): void
  page(request: PageRequest): Promise<PageOf<StoredAuditEntry>>
}

export interface AuditLimits {
  /** Above either limit the oldest entries go, a tenth of the limit at once. */
  readonly entries: number
  /** So that one user cannot push the entries of all others out. */
  readonly entriesOfUser: number
}

const LIMITS: AuditLimits = { entries: 50_000, entriesOfUser: 5000 }
const STORE_EVERY_MS = 1000
/** Entries that wait while the settings store refuses them. */
const MAX_UNSTORED = 10_000
const FREED_SHARE = 0.1

export function createAuditLog(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly limits?: AuditLimits
}): AuditLog {
  const { settings, clock, log, limits = LIMITS } = deps
  const store = settings.collection(auditCollection)
  const windows = createEntryWindows(deps)
  let unstored: readonly StoredAuditEntry[] = []
  let storing: Promise<void> | undefined
  /** A store that fails every second is logged once. */
  let isFailing = false

  async function storeDue(all?: 'all'): Promise<void> {
    const waiting = [...unstored, ...windows.takeDue(all)]
    unstored = waiting.slice(0, MAX_UNSTORED)
    const dropped = windows.takeDropped() + waiting.length - unstored.length
    if (dropped > 0) log.error({ dropped }, 'audit entries dropped, there were too many at once')
    if (unstored.length === 0) return
    await settings.commit(unstored.map((entry) => store.inserting(entry)))
    const actors = new Set(unstored.map(actorOf))
    unstored = []
    for (const actor of actors) await trimActor(actor)
    await trimAll()
  }

  async function trimActor(actor: string): Promise<void> {
    const count = await store.countBy('actor', actor)
    if (count <= limits.entriesOfUser) return
    // Refused calls go first: a user must not be able to push out what they did by calls that do nothing.
    const entries = (await store.listBy('actor', actor)).toSorted((a, b) => isRefused(b) - isRefused(a))
    await remove(entries.slice(0, count - retainedOf(limits.entriesOfUser)))
  }

  async function trimAll(): Promise<void> {
    const count = await store.count()
    if (count <= limits.entries) return
    const perPage = count - retainedOf(limits.entries)
    await remove((await store.page({ query: { chunks: [] }, sort: 'at', order: 'asc', page: 1, perPage })).rows)
  }

  const remove = (entries: readonly StoredAuditEntry[]) => settings.commit(entries.map(({ id }) => store.deleting(id)))

  const timer = clock.every(STORE_EVERY_MS, () => {
    storing ??= storeDue()
      .then(() => {
        isFailing = false
      })
      .catch((error: unknown) => {
        if (!isFailing) log.error({ err: error }, 'audit entries not stored')
        isFailing = true
      })
      .finally(() => {
        storing = undefined
      })
  })

  return {
    record: windows.add,
    page: (request) => store.page(request),
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await storing
      await storeDue('all')
    },
  }
}

const isRefused = ({ outcome }: StoredAuditEntry) => Number(outcome === 'refused')

const retainedOf = (limit: number) => Math.floor(limit * (1 - FREED_SHARE))
