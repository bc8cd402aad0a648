import { type Clock, isAhead } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Collection, Document } from '../../platform/settings/settings-store.ts'

interface Used extends Document {
  readonly last_access: string
}

/**
 * When sessions and tokens were last used. Uses are noted in memory and written later, because a durable write for
 * every request would cost more than the request. A crash loses at most `lagMs` of activity.
 */
export interface LastUses<T extends Used> extends AsyncDisposable {
  note(document: T): void
  /** The later of the stored and the noted instant. */
  lastUseMs(document: T): number
  forget(id: string): void
}

const WRITE_EVERY_MS = 1000

export function createLastUses<T extends Used, Key extends string>(deps: {
  readonly collection: Collection<T, Key>
  readonly clock: Clock
  readonly log: Log
  /** How far the stored instant may lag. */
  readonly lagMs: (document: T) => number
}): LastUses<T> {
  const { collection, clock, log } = deps
  const storedMs = (document: Used) => Date.parse(document.last_access)
  const noted = new Map<string, { document: T; atMs: number }>()
  let writing: Promise<void> = Promise.resolve()

  const write = async (id: string, atMs: number) => {
    const last_access = new Date(atMs).toISOString()
    await collection.update(id, (stored) =>
      stored.last_access < last_access || isAhead(storedMs(stored), atMs) ? { ...stored, last_access } : stored,
    )
    // A use that was noted meanwhile is written in the next round.
    if (noted.get(id)?.atMs === atMs) noted.delete(id)
  }

  const writeBehind = async (isDue: (document: T) => boolean) => {
    for (const [id, { document, atMs }] of [...noted]) if (isDue(document)) await write(id, atMs)
  }

  const lagsTooMuch = (document: T) => {
    const nowMs = clock.now().getTime()
    return isAhead(storedMs(document), nowMs) || nowMs - storedMs(document) >= deps.lagMs(document)
  }
  let isWriting = false
  const timer = clock.every(WRITE_EVERY_MS, () => {
    if (isWriting || noted.size === 0) return
    isWriting = true
    writing = writeBehind(lagsTooMuch)
      .catch((error: unknown) => log.error({ err: error }, 'last uses could not be written'))
      .finally(() => {
        isWriting = false
      })
  })

  return {
    note(document) {
      noted.set(document.id, { document, atMs: clock.now().getTime() })
    },
    lastUseMs(document) {
      const nowMs = clock.now().getTime()
      const notedMs = noted.get(document.id)?.atMs
      const latestMs = Math.max(storedMs(document), notedMs ?? 0)
      if (!isAhead(latestMs, nowMs)) return latestMs
      if (notedMs !== undefined && !isAhead(notedMs, nowMs)) return notedMs
      // A use while the wall clock was ahead counts as a use now: the session must not live until then.
      noted.set(document.id, { document, atMs: nowMs })
      return nowMs
    },
    forget: (id) => void noted.delete(id),
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await writing
      await writeBehind(() => true)
    },
  }
}
