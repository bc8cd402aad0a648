import type { DebugEvent } from '@logyard/contract/cluster/debug-events'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

const EventRecord = Type.Object({
  id: Type.Literal('last'),
  node_id: Type.String(),
  date: Type.String(),
  text: Type.String(),
})
const eventRecords = defineCollection({ name: 'debug_events', audit: { type: 'debug-events' }, schema: EventRecord })

const MAX_CHARACTERS = 10_000

/** A text that a node sends to itself or to all nodes, to test whether events arrive. */
export function createDebugEvents(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly nodeId: string
}) {
  const { settings, clock, nodeId } = deps
  const records = settings.collection(eventRecords)
  let local: DebugEvent | undefined
  const event = (text: string): DebugEvent => ({
    node_id: nodeId,
    date: clock.now().toISOString(),
    text: text.slice(0, MAX_CHARACTERS),
  })
  return {
    sendLocal(text: string) {
      local = event(text)
    },
    async sendToCluster(text: string) {
      await records.put({ id: 'last', ...event(text) })
    },
    lastLocal: () => local,
    async lastOfCluster() {
      const record = await records.find('last')
      if (record === undefined) return undefined
      const { id: _, ...last } = record
      return last
    },
  }
}
