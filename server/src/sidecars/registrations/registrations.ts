/**
 * The registered sidecars, all in memory: thousands of agents report every few seconds. A new sidecar is stored before
 * its agent is answered. Later reports are stored in batches: after a crash, agents report the lost ones again.
 */

import { MAX_SIDECARS } from '@logyard/contract/sidecars/sidecar-limits'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'
import { tooMany } from '../sidecar-errors.ts'
import { registrationCollection, type StoredRegistration } from './registration-store.ts'

export interface Registrations extends AsyncDisposable {
  find(nodeId: string): StoredRegistration | undefined
  list(): readonly StoredRegistration[]
  register(report: SidecarReport): Promise<StoredRegistration>
  /** Changes a sidecar without a report of its agent. */
  change(registration: StoredRegistration): void
  delete(nodeIds: readonly string[]): Promise<void>
  /** Stores the reports since the last call. */
  flush(): Promise<void>
}

export type SidecarReport = Pick<StoredRegistration, 'node_id' | 'node_name' | 'node_details' | 'sidecar_version'>

export interface RegistrationDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Writes of one commit, so that other writers get their turns. */
const WRITES_AT_ONCE = 500

export async function openRegistrations(deps: RegistrationDeps): Promise<Registrations> {
  const { settings, clock, ids, log } = deps
  const store = settings.collection(registrationCollection)
  const known = createKnownSidecars(await store.list())
  const { byNode, unstored } = known
  /** Registrations that are stored for the first time. */
  const creating = new Map<string, Promise<StoredRegistration>>()

  // Another node has stored reports, or deleted sidecars.
  const others = settings.onChange(registrationCollection.name, async ({ ids: changed }) => {
    known.follow(changed, await store.findMany(changed))
  })

  async function create(report: SidecarReport): Promise<StoredRegistration> {
    if (byNode.size + creating.size > MAX_SIDECARS) throw tooMany('sidecars', MAX_SIDECARS)
    const registration = { id: ids.next(), ...report, last_seen: clock.now().toISOString() }
    if (!(await unlessTaken(store.insert(registration)))) {
      // The agent reported to another node at the same time.
      const stored = await store.findBy('node', report.node_id)
      if (stored === undefined) return create(report)
      known.note({ ...registration, id: stored.id })
      unstored.add(report.node_id)
      return stored
    }
    known.note(registration)
    log.info({ nodeId: report.node_id, nodeName: report.node_name }, 'sidecar registered for the first time')
    return registration
  }

  async function flush(): Promise<void> {
    while (unstored.size > 0) {
      const batch = [...unstored].slice(0, WRITES_AT_ONCE)
      for (const nodeId of batch) unstored.delete(nodeId)
      try {
        await settings.commit(batch.flatMap((nodeId) => byNode.get(nodeId) ?? []).map((one) => store.replacing(one)))
      } catch (error) {
        for (const nodeId of batch) if (byNode.has(nodeId)) unstored.add(nodeId)
        throw error
      }
    }
  }

  return {
    find: (nodeId) => byNode.get(nodeId),
    list: () => [...byNode.values()],
    async register(report) {
      const { node_id } = report
      const before = byNode.get(node_id)
      if (before === undefined) {
        const created = creating.get(node_id) ?? create(report).finally(() => creating.delete(node_id))
        creating.set(node_id, created)
        return created
      }
      const registration = { id: before.id, ...report, last_seen: clock.now().toISOString() }
      byNode.set(node_id, registration)
      unstored.add(node_id)
      return registration
    },
    change(registration) {
      if (!byNode.has(registration.node_id)) return
      byNode.set(registration.node_id, registration)
      unstored.add(registration.node_id)
    },
    async delete(nodeIds) {
      const gone = nodeIds.flatMap((nodeId) => byNode.get(nodeId) ?? [])
      for (const { node_id } of gone) known.forget(node_id)
      if (gone.length > 0) await settings.commit(gone.map(({ id }) => store.deleting(id)))
    },
    flush,
    async [Symbol.asyncDispose]() {
      others[Symbol.dispose]()
      await flush()
    },
  }
}

function createKnownSidecars(stored: readonly StoredRegistration[]) {
  const byNode = new Map(stored.map((registration) => [registration.node_id, registration]))
  const nodeOfId = new Map(stored.map(({ id, node_id }) => [id, node_id]))
  /** Node ids of reports that are not stored yet. */
  const unstored = new Set<string>()

  const isNewer = (one: StoredRegistration, known: StoredRegistration) =>
    known.last_seen < one.last_seen || (known.last_seen === one.last_seen && !unstored.has(known.node_id))

  function note(registration: StoredRegistration): void {
    byNode.set(registration.node_id, registration)
    nodeOfId.set(registration.id, registration.node_id)
    unstored.delete(registration.node_id)
  }

  function forget(nodeId: string): void {
    const known = byNode.get(nodeId)
    if (known !== undefined) nodeOfId.delete(known.id)
    byNode.delete(nodeId)
    unstored.delete(nodeId)
  }

  return {
    byNode,
    unstored,
    note,
    forget,
    /** Takes over what is stored under these ids, unless this node has a later report. */
    follow(ids: readonly string[], found: readonly StoredRegistration[]) {
      const present = new Set(found.map(({ id }) => id))
      for (const id of ids) {
        const nodeId = present.has(id) ? undefined : nodeOfId.get(id)
        if (nodeId !== undefined && byNode.get(nodeId)?.id === id) forget(nodeId)
      }
      for (const one of found) {
        const known = byNode.get(one.node_id)
        if (known?.id !== one.id || isNewer(one, known)) note(one)
      }
    },
  }
}
