/** The states of inputs on all nodes, and the reasons why inputs do not run. */
import { type InputStateSummary, listInputStatesOfCluster } from '@logyard/contract/ingest/inputs'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'

const STATES_POLL_MS = 2_000
const SETTLING_POLL_MS = 250
const LONGEST_MS = 10_000
/** A stopped input has no state; one that was just created has none for a moment. */
const STATELESS_MS = 1_000

export const INPUT_STATES_KEY = ['inputs', 'states'] as const

export const inputStatesQuery = (call: Call) =>
  polledQuery(call, INPUT_STATES_KEY, STATES_POLL_MS, listInputStatesOfCluster)

export const isPortTaken = (reason: string | null): boolean => reason?.includes('Address already in use') === true

/** Without the name of an exception class, which the API has in front of it. */
export const plainReason = (reason: string): string => reason.replace(/^\w+Exception: /, '')

/** The states on all nodes once no node is still starting the input, or after ten seconds. */
export async function settledStates(call: Call, inputId: string): Promise<readonly InputStateSummary[]> {
  for (let waitedMs = 0; ; waitedMs += SETTLING_POLL_MS) {
    const byNode = await call(listInputStatesOfCluster, { extendSession: false })
    const states = Object.values(byNode).flatMap((ofNode) => (ofNode ?? []).filter(({ id }) => id === inputId))
    const isSettled = states.every(({ state }) => state === 'RUNNING' || state === 'FAILED')
    if (isSettled && waitedMs >= (states.length === 0 ? STATELESS_MS : 0)) return states
    if (waitedMs >= LONGEST_MS) return states
    await new Promise((resolve) => setTimeout(resolve, SETTLING_POLL_MS))
  }
}
