/** The nodes of the cluster, including this one: who is active, who died, and who is the leader. */
import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createMutex } from '../platform/mutex.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { isLostRace, type SettingsStore } from '../platform/settings/settings-store.ts'
import { createNodeSightings } from './node-sightings.ts'
import { leaderCollection, type NodeRecord, nodeCollection } from './node-store.ts'
import { nodeUnreachable } from './peers/peer-errors.ts'
import type { PeerNode } from './peers/peers.ts'

export type Nodes = ReturnType<typeof createNodes>

/** Days for which a node that is gone is listed. */
export const GONE_NODE_DAYS = 7
const DAY_MS = 86_400_000
const SWEEP_MS = 3_600_000

/** URLs of the API of this node, with a slash at the end. */
export interface NodeAddresses {
  /** For clients. */
  readonly transportAddress: string
  /** For other nodes. */
  readonly peerAddress: string
}

export const nodeUnknown = (nodeId: string) =>
  new LogyardError('not-found', 'node-unknown', `Unable to find node ${nodeId}`)

export interface NodesDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly nodeId: string
  readonly clusterId: string
  readonly hostname: string
  readonly version: string
  readonly heartbeatMs: number
}

interface State extends NodesDeps {
  readonly records: ReturnType<typeof recordsOf>
  readonly leaders: ReturnType<typeof leadersOf>
  readonly sightings: ReturnType<typeof createNodeSightings>
  readonly startedAt: string
  addresses: NodeAddresses
  /** As of the last heartbeat. */
  activeCount: number
}

const recordsOf = (settings: SettingsStore) => settings.collection(nodeCollection)
const leadersOf = (settings: SettingsStore) => settings.collection(leaderCollection)

export function createNodes(deps: NodesDeps) {
  const { settings, clock, scheduler, nodeId, heartbeatMs } = deps
  const state: State = {
    ...deps,
    records: recordsOf(settings),
    leaders: leadersOf(settings),
    sightings: createNodeSightings(deps),
    startedAt: clock.now().toISOString(),
    addresses: { transportAddress: '', peerAddress: '' },
    activeCount: 1,
  }
  const { records, sightings } = state
  const turns = createMutex()
  let hasLeft = false

  const beat = () => turns(async () => (hasLeft ? undefined : beatOnce(state)))
  const isActive = (record: NodeRecord) => isActiveIn(state, record)

  const get = async (wantedId: string): Promise<NodeSummary> => {
    const all = await allRecords(state)
    const record = all.find(({ id }) => id === wantedId)
    const [summary] = record === undefined ? [] : await summaries(state, [record])
    if (summary === undefined) throw nodeUnknown(wantedId)
    return summary
  }
  const activeRecords = async () => (await allRecords(state)).filter(isActive)

  return {
    /** Writes the first heartbeat of this node and schedules the others. Call it once. */
    async announce(own: NodeAddresses, afterBeat: () => Promise<void>) {
      state.addresses = own
      await beat()
      const run = oneFailureAtATime(async () => {
        await beat()
        await afterBeat()
      })
      scheduler.add({ name: 'heartbeat', everyMs: heartbeatMs, scope: 'node', run })
      scheduler.add({
        name: 'gone-nodes',
        everyMs: SWEEP_MS,
        scope: 'cluster',
        deletesByAge: true,
        run: () => forgetGone(state),
      })
    },
    /** The others stop calling this node, and one of them becomes the leader. */
    leave: () =>
      turns(async () => {
        if (hasLeft) return
        hasLeft = true
        if (state.addresses.peerAddress === '') return
        await records.put({ ...ownRecord(state), has_left: true })
        await resign(state)
      }),
    /** The active nodes but this one. */
    listOthers: async (): Promise<readonly PeerNode[]> =>
      (await activeRecords()).filter(({ id }) => id !== nodeId).map(peerOf),
    /** Throws at once if the node is not active. */
    async getPeer(wantedId: string): Promise<PeerNode> {
      const record = (await allRecords(state)).find(({ id }) => id === wantedId)
      if (record === undefined) throw nodeUnknown(wantedId)
      if (!isActive(record)) throw nodeUnreachable(wantedId, absenceOf(record))
      return peerOf(record)
    },
    /** Active nodes, including this one, as of the last heartbeat. */
    activeCount: () => state.activeCount,
    listActive: async () => summaries(state, await activeRecords()),
    /** Those that died, or were stopped, in the last days. */
    listGone: async () =>
      summaries(
        state,
        (await allRecords(state)).filter((record) => !isActive(record)),
      ),
    self: () => get(nodeId),
    /** Also a node that is not active now. */
    get,
    async listOtherRecords(): Promise<readonly { readonly record: NodeRecord; readonly isActive: boolean }[]> {
      const others = (await allRecords(state)).filter(({ id }) => id !== nodeId)
      return others.map((record) => ({ record, isActive: isActive(record) }))
    },
    clockAheadMs: sightings.clockAheadMs,
  }
}

const absenceOf = ({ has_left: hasLeft, last_seen: lastSeen }: NodeRecord) =>
  hasLeft === true ? 'it was stopped' : `it has written no heartbeat since ${lastSeen}`

/** While the settings store is gone each heartbeat fails; the log says so once. */
function oneFailureAtATime(run: () => Promise<void>): () => Promise<void> {
  let isFailing = false
  return async () => {
    try {
      await run()
      isFailing = false
    } catch (error) {
      if (isFailing) return
      isFailing = true
      throw error
    }
  }
}

async function beatOnce(state: State): Promise<void> {
  await state.records.put(ownRecord(state))
  const all = await allRecords(state)
  state.activeCount = all.filter((record) => isActiveIn(state, record)).length
  await lead(state, all)
}

const isActiveIn = ({ nodeId, sightings }: State, record: NodeRecord): boolean =>
  record.id === nodeId || sightings.isActive(record)

/** The current record of this node, which may be newer than the stored one. */
const ownRecord = ({ nodeId, hostname, version, heartbeatMs, startedAt, addresses, clock }: State): NodeRecord => ({
  id: nodeId,
  hostname,
  transport_address: addresses.transportAddress,
  peer_address: addresses.peerAddress,
  version,
  started_at: startedAt,
  last_seen: clock.now().toISOString(),
  beat_ms: heartbeatMs,
})

/** The records of the others as stored, and the own one. */
async function allRecords(state: State): Promise<readonly NodeRecord[]> {
  const others = (await state.records.list()).filter(({ id }) => id !== state.nodeId)
  state.sightings.see(others)
  return [ownRecord(state), ...others]
}

/** Makes this node the leader if there is none that is active. */
async function lead(state: State, all: readonly NodeRecord[]): Promise<void> {
  const { leaders, settings, nodeId } = state
  const found = await leaders.findVersioned('leader')
  const leader = all.find(({ id }) => id === found?.document.node_id)
  if (leader !== undefined && isActiveIn(state, leader)) return
  const own = { id: 'leader', node_id: nodeId } as const
  try {
    await settings.commit([found === undefined ? leaders.inserting(own) : leaders.replacing(own, found.version)])
  } catch (error) {
    // Another node became the leader at the same moment.
    if (!isLostRace(error)) throw error
  }
}

async function resign({ leaders, settings, nodeId }: State): Promise<void> {
  const found = await leaders.findVersioned('leader')
  if (found?.document.node_id !== nodeId) return
  try {
    await settings.commit([leaders.deleting('leader', found.version)])
  } catch (error) {
    if (!isLostRace(error)) throw error
  }
}

async function forgetGone({ records, sightings, settings, clock, nodeId }: State): Promise<void> {
  const latest = new Date(clock.now().getTime() - GONE_NODE_DAYS * DAY_MS).toISOString()
  const all = await records.list()
  const gone = all.filter((record) => record.id !== nodeId && record.last_seen < latest && !sightings.isActive(record))
  if (gone.length > 0) await settings.commit(gone.map(({ id }) => records.deleting(id)))
}

async function summaries(state: State, wanted: readonly NodeRecord[]): Promise<readonly NodeSummary[]> {
  const { leaders, sightings, clusterId } = state
  const leader = await leaders.find('leader')
  return wanted.map((node) => {
    const is_active = isActiveIn(state, node)
    return {
      cluster_id: clusterId,
      node_id: node.id,
      type: 'server',
      is_master: is_active && node.id === leader?.node_id,
      transport_address: node.transport_address,
      last_seen: node.last_seen,
      short_node_id: node.id.split('-', 1)[0] ?? node.id,
      hostname: node.hostname,
      version: node.version ?? '',
      is_active,
      has_left: node.has_left === true,
      clock_ahead_ms: Math.round(sightings.clockAheadMs(node.id) ?? 0),
    }
  })
}

const peerOf = ({ id, hostname, peer_address: address }: NodeRecord): PeerNode => ({ id, hostname, address })
