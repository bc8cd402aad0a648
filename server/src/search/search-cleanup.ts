import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { SearchStore } from './search-store.ts'

const MAX_AGE_MS = 4 * 86_400_000
const EVERY_MS = 8 * 3_600_000
const PAGE = 500

/** Deletes old searches that no view shows. Every change of a search creates a new one. */
export function searchCleanup(deps: {
  readonly store: SearchStore
  readonly isShown: (searchId: string) => Promise<boolean>
  readonly clock: Clock
  readonly log: Log
}): ScheduledJob {
  const { store, isShown, clock, log } = deps

  async function run(signal: AbortSignal): Promise<void> {
    let removed = 0
    for (const id of await idsOfOld(store, new Date(clock.now().getTime() - MAX_AGE_MS).toISOString())) {
      signal.throwIfAborted()
      const search = await store.find(id)
      if (search === undefined || (await isShown(id))) continue
      await store.delete(id)
      // A view of it may have been created in the meantime.
      if (await isShown(id)) await store.put(search)
      else removed += 1
    }
    if (removed > 0) log.info({ searches: removed }, 'old searches removed')
  }

  return { name: 'search-cleanup', everyMs: EVERY_MS, scope: 'cluster', deletesByAge: true, run }
}

/** Read in pages, because all searches together may be large. */
async function idsOfOld(store: SearchStore, before: string): Promise<readonly string[]> {
  const old: string[] = []
  for (let page = 1; ; page++) {
    const query = { chunks: [] }
    const { rows } = await store.page({ query, sort: 'created_at', order: 'asc', page, perPage: PAGE })
    const found = rows.filter(({ created_at }) => created_at < before)
    old.push(...found.map(({ id }) => id))
    if (found.length < PAGE) return old
  }
}
