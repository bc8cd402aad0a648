/** Tells administrators that a node died, and that the clock of a node differs. */
import type { Notifications } from '../notices/notifications.ts'
import type { Log } from '../platform/log.ts'
import { isLostRace, type SettingsStore } from '../platform/settings/settings-store.ts'
import { type NodeRecord, nodeCollection } from './node-store.ts'
import type { Nodes } from './nodes.ts'

/** Leases are compared with the wall clock, so clocks must not differ by more than half of the time of a lease. */
export const MAX_NODE_CLOCK_DIFFERENCE_MS = 5000

export interface NodeWatchDeps {
  readonly nodes: Pick<Nodes, 'listOtherRecords' | 'clockAheadMs'>
  readonly settings: SettingsStore
  readonly notifications: Pick<Notifications, 'raise' | 'remove'>
  readonly log: Log
}

/** Call the returned function after each heartbeat. */
export function createNodeWatch(deps: NodeWatchDeps): () => Promise<void> {
  const { nodes, notifications, log } = deps
  const wereActive = new Set<string>()
  // The notice may be there from before the start.
  let isDeathTold = true
  let isDifferenceTold = false

  async function watchDeaths(active: readonly NodeRecord[], dead: readonly NodeRecord[]): Promise<void> {
    const died = dead.filter(({ id }) => wereActive.has(id))
    wereActive.clear()
    for (const { id } of active) wereActive.add(id)
    const isFirst = await Promise.all(died.map((record) => mark(deps, record)))
    const told = dead.filter((record) => record.is_told === true || died.includes(record))
    if (isFirst.includes(true)) {
      log.warn({ nodes: died.map(({ id }) => id) }, 'a node died: it writes no heartbeats any more')
      await notifications.remove('node_died')
      await notifications.raise('node_died', 'urgent', { nodes: told.map(nameOf).join(', ') })
    } else if (isDeathTold && told.length === 0) await notifications.remove('node_died')
    isDeathTold = told.length > 0
  }

  async function watchClocks(active: readonly NodeRecord[]): Promise<void> {
    const apart = active.find(({ id }) => Math.abs(nodes.clockAheadMs(id) ?? 0) > MAX_NODE_CLOCK_DIFFERENCE_MS)
    if (apart === undefined) {
      if (isDifferenceTold) await notifications.remove('node_clock_differs')
      isDifferenceTold = false
      return
    }
    const difference_seconds = Math.round(Math.abs(nodes.clockAheadMs(apart.id) ?? 0) / 1000)
    isDifferenceTold = true
    await notifications.raise('node_clock_differs', 'urgent', { hostname: nameOf(apart), difference_seconds })
  }

  return async () => {
    const others = await nodes.listOtherRecords()
    const active = others.filter(({ isActive }) => isActive).map(({ record }) => record)
    const dead = others.filter(({ isActive, record }) => !isActive && record.has_left !== true)
    await watchDeaths(
      active,
      dead.map(({ record }) => record),
    )
    await watchClocks(active)
  }
}

/** Returns whether this node is the first that tells of the death: several nodes notice it at once. */
async function mark({ settings }: NodeWatchDeps, { id, last_seen }: NodeRecord): Promise<boolean> {
  const records = settings.collection(nodeCollection)
  const found = await records.findVersioned(id)
  if (found === undefined || found.document.is_told === true || found.document.last_seen !== last_seen) return false
  try {
    await settings.commit([records.replacing({ ...found.document, is_told: true }, found.version)])
    return true
  } catch (error) {
    if (isLostRace(error)) return false
    throw error
  }
}

const nameOf = ({ id, hostname }: NodeRecord) => `${id.split('-', 1)[0]} / ${hostname}`
