import { LEASE_MS } from '../platform/scheduler/leases.ts'

/** How often a node tells the others that it runs, and how long its leases last without being renewed. */
export interface ClusterPace {
  readonly heartbeatMs: number
  readonly leaseMs: number
}

const ALONE_HEARTBEAT_MS = 10_000
export const SHARED_HEARTBEAT_MS = 2000
export const SHARED_LEASE_MS = 12_000

/** Pace of a node that has its settings to itself. Rare, because each heartbeat is a write that is synced to the disk. */
export const ALONE_PACE: ClusterPace = { heartbeatMs: ALONE_HEARTBEAT_MS, leaseMs: LEASE_MS }
/** Pace of nodes that share their settings: they notice within ten seconds that one died, and go on with its work. */
export const SHARED_PACE: ClusterPace = { heartbeatMs: SHARED_HEARTBEAT_MS, leaseMs: SHARED_LEASE_MS }
