/** Which quiet times there are, and whether one of them holds notifications back now. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { isQuietAt } from './quiet-schedule.ts'
import { type QuietTimeStore, quietTimeCollection, type StoredQuietTime } from './quiet-time-store.ts'

/** What of a definition decides whether a quiet time applies. */
export type QuietTarget = Pick<EventDefinition, 'id' | 'tags'>

export interface QuietTimes extends Disposable {
  list(): Promise<readonly StoredQuietTime[]>
  /** The ids of the quiet times that last now and apply to the definition. */
  activeFor(definition: QuietTarget, now: Date): Promise<readonly string[]>
}

export function createQuietTimes({
  settings,
  store,
}: {
  readonly settings: SettingsStore
  readonly store: QuietTimeStore
}): QuietTimes {
  const replica = createReplica({ settings, collection: store, name: quietTimeCollection.name, indexes: {} })
  async function list() {
    await replica.fresh()
    return replica.list()
  }
  return {
    list,
    async activeFor(definition, now) {
      const active = (await list()).filter((time) => appliesTo(time, definition) && isQuietAt(time.schedule, now))
      return active.map(({ id }) => id)
    },
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

export function appliesTo({ event_definitions, tags }: StoredQuietTime, definition: QuietTarget): boolean {
  if (event_definitions.length === 0 && tags.length === 0) return true
  return event_definitions.includes(definition.id) || tags.some((tag) => definition.tags.includes(tag))
}
