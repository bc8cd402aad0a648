/** Which quiet times there are, and whether one of them holds notifications back now. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { isQuietAt } from './quiet-schedule.ts'
import { quietTimeCollection, type StoredQuietTime } from './quiet-time-store.ts'

/** What of a definition decides whether a quiet time applies. */
export type QuietTarget = Pick<EventDefinition, 'id' | 'tags'>

export type QuietTimes = ReturnType<typeof createQuietTimes>

interface LastActive {
  readonly definition: QuietTarget
  readonly nowMs: number
  readonly times: readonly StoredQuietTime[]
  readonly ids: readonly string[]
}

export function createQuietTimes(settings: SettingsStore) {
  const replica = createReplica(settings, quietTimeCollection)
  async function list() {
    await replica.fresh()
    return replica.list()
  }
  let last: LastActive | undefined
  return {
    list,
    /** The ids of the quiet times that last now and apply to the definition. */
    async activeFor(definition: QuietTarget, now: Date) {
      const times = await list()
      const nowMs = now.getTime()
      // The hundreds of events of a run have one definition and one instant.
      if (last?.definition === definition && last.nowMs === nowMs && last.times === times) return last.ids
      const ids = times
        .filter((time) => appliesTo(time, definition) && isQuietAt(time.schedule, now))
        .map(({ id }) => id)
      last = { definition, nowMs, times, ids }
      return ids
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

export function appliesTo({ event_definitions, tags }: StoredQuietTime, definition: QuietTarget): boolean {
  if (event_definitions.length === 0 && tags.length === 0) return true
  return event_definitions.includes(definition.id) || tags.some((tag) => definition.tags.includes(tag))
}
