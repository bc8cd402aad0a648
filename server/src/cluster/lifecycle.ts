import type { Lifecycle as LifecycleState, LoadBalancerStatus } from '@logyard/contract/cluster/lifecycle'
import { LogyardError } from '../platform/errors.ts'

/** The lifecycle of this node, and the status that load balancers see. */
export type Lifecycle = ReturnType<typeof createLifecycle>

const STATUS_OF: Readonly<Record<LifecycleState, LoadBalancerStatus>> = {
  uninitialized: 'dead',
  starting: 'dead',
  running: 'alive',
  paused: 'alive',
  throttled: 'throttled',
  halting: 'dead',
  failed: 'dead',
  'override lb:alive': 'alive',
  'override lb:dead': 'dead',
  'override lb:throttled': 'throttled',
}

const OVERRIDES: Readonly<Record<string, LifecycleState>> = {
  alive: 'override lb:alive',
  dead: 'override lb:dead',
  throttled: 'override lb:throttled',
}

const statusUnknown = (status: string) =>
  new LogyardError(
    'invalid',
    'load-balancer-status-unknown',
    `${status} is not a load balancer status. Use ALIVE, DEAD or THROTTLED.`,
  )

export function createLifecycle() {
  let state: LifecycleState = 'starting'
  let isProcessing = true
  return {
    state: () => state,
    loadBalancerStatus: () => STATUS_OF[state],
    /** False only while processing is paused. */
    isProcessing: () => isProcessing,
    enter(next: 'running' | 'paused' | 'throttled' | 'halting' | 'failed') {
      if (next === 'paused') isProcessing = false
      if (next === 'running') isProcessing = true
      state = next
    },
    /** Applies until the next change of state. The case of the status does not matter. */
    override(status: string) {
      const name = status.toLowerCase()
      const next = Object.hasOwn(OVERRIDES, name) ? OVERRIDES[name] : undefined
      if (next === undefined) throw statusUnknown(status)
      state = next
    },
  }
}
