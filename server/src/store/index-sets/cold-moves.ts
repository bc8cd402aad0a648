/** Moves old messages of index sets to cold storage: part by part, the oldest day first. */
import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from '../engine/engine.ts'
import { clickHouseErrorOf, failureForUsers } from '../engine/engine-failure.ts'
import { type MessageStore, withoutAway } from '../engine/message-stores.ts'
import { type ColdPart, hotPartsOf, movePart } from './cold-parts.ts'
import type { IndexLookup, ManagedIndex } from './index-lookup.ts'

/** A run ends after this time, so that what is due next is read again. */
const RUN_MS = 10 * 60_000
/** Pause after each part, as a share of the time for it: the disk and the network have time for searches. */
const PAUSE = 0.5
const DAY_MS = 86_400_000

const DEFAULT_SETTLED_SECONDS = 86_400

/** The part was merged, is just being merged, or was deleted with its index: the next run reads what is there then. */
const CHANGED_MEANWHILE: ReadonlySet<string> = new Set(['232', '384', '479'])

export interface ColdMovesDeps {
  readonly engine: Pick<Engine, 'stores' | 'cold'>
  readonly lookup: Pick<IndexLookup, 'list'>
  readonly notifications: Pick<Notifications, 'raise' | 'remove'>
  readonly messages: Pick<SystemMessages, 'write'>
  readonly clock: Clock
  readonly log: Log
  /** How old a part must be, in seconds: longer than messages may wait in a journal, where a restart compares them. */
  readonly settledSeconds?: number
}

interface Moved {
  readonly days: Set<number>
  bytes: number
}

export function createColdMoves(deps: ColdMovesDeps) {
  const { engine, lookup, notifications, messages, clock, log } = deps

  /** Moves what is due on each server that has all messages: also if those of another one cannot be moved. */
  async function moveDue(moved: Map<string, Moved>, signal: AbortSignal): Promise<void> {
    const servers = engine.stores.servers().filter(({ has }) => has === 'complete')
    const up = withoutAway(servers)
    const failures: unknown[] = []
    for (const { store } of up) {
      try {
        await moveDueOf(store, { moved, limitMs: RUN_MS / up.length }, signal)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Stops at the first failure, as a bucket that is out of reach fails for every part. */
  async function moveDueOf(
    store: MessageStore,
    { moved, limitMs }: { readonly moved: Map<string, Moved>; readonly limitMs: number },
    signal: AbortSignal,
  ): Promise<void> {
    const volume = await engine.cold.prepare(store, signal)
    if (volume === undefined) return
    const found = await hotPartsOf(store, volume.disks, deps.settledSeconds ?? DEFAULT_SETTLED_SECONDS)
    const due = duePartsOf(found, await lookup.list(), clock.now().getTime())
    const startMs = clock.monotonicMs()
    let pauseMs = 0
    for (const part of due) {
      if (pauseMs > 0) await clock.sleep(pauseMs, signal).catch(() => undefined)
      const partStartMs = clock.monotonicMs()
      if (signal.aborted || partStartMs - startMs > limitMs) return
      try {
        await movePart(store, part, volume, signal)
      } catch (error) {
        if (signal.aborted) return
        if (!CHANGED_MEANWHILE.has(clickHouseErrorOf(error)?.code ?? '')) throw error
        log.info({ index: part.index, part: part.name }, 'a part was not moved to cold storage yet')
        continue
      }
      const { days, bytes } = moved.get(part.index) ?? { days: new Set<number>(), bytes: 0 }
      moved.set(part.index, { days: days.add(part.day), bytes: bytes + part.bytes })
      pauseMs = (clock.monotonicMs() - partStartMs) * PAUSE
    }
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      if (!engine.cold.isConfigured) return
      const moved = new Map<string, Moved>()
      try {
        await moveDue(moved, signal)
        if (!signal.aborted) await notifications.remove('cold_storage_failing')
      } catch (error) {
        // The notice of the store itself tells that.
        if (error instanceof LogyardError && error.code === 'engine-unavailable') throw error
        log.error({ err: error }, 'messages could not be moved to cold storage')
        const reason = failureForUsers(error)
        const sentence = reason instanceof LogyardError ? reason.message : 'The log has the reason.'
        await notifications.raise('cold_storage_failing', 'urgent', { reason: sentence })
      } finally {
        for (const [index, { days, bytes }] of moved) {
          await messages.write('Cold storage', sentence(index, days.size, bytes))
          log.info({ index, days: days.size, bytes }, 'messages were moved to cold storage')
        }
      }
    },
  }
}

const sentence = (index: string, days: number, bytes: number): string =>
  `Moved ${days === 1 ? 'a day' : `${days} days`} of index ${index} to cold storage, ${Math.ceil(bytes / 2 ** 20)} MB.`

/** Parts of open indices whose day is old enough for their set. Indices that are still to be merged wait. */
function duePartsOf(parts: readonly ColdPart[], indices: readonly ManagedIndex[], nowMs: number): readonly ColdPart[] {
  const byName = new Map(indices.map((one) => [one.index.id, one]))
  return parts.filter(({ index: name, day }) => {
    const { set, index } = byName.get(name) ?? {}
    const days = set?.cold_after_days ?? undefined
    if (set === undefined || index === undefined || days === undefined) return false
    if (!set.writable || index.state !== 'open' || index.optimization === 'due') return false
    return (day + 1 + days) * DAY_MS <= nowMs
  })
}
