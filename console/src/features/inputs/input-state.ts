/** The state of an input over all nodes, for its badge. */
import type {
  ClusterInputCommandResult,
  ClusterInputStates,
  InputState,
  InputSummary,
} from '@logyard/contract/ingest/inputs'
import type { StatusTone } from '../../ui/status-dot.tsx'

export interface StateOnNode {
  readonly nodeId: string
  readonly state: InputState
  /** The reason of a failure. */
  readonly reason: string | null
}

export const statesOf = (states: ClusterInputStates, inputId: string): readonly StateOnNode[] =>
  Object.entries(states).flatMap(([nodeId, ofNode]) =>
    (ofNode ?? [])
      .filter(({ id }) => id === inputId)
      .map(({ state, detailed_message }) => ({ nodeId, state, reason: detailed_message })),
  )

/** Whether the only node that counts has told no states: `shown`, or else the one that the input runs on. */
export function isNodeGone({ global, node }: InputSummary, states: ClusterInputStates, shown?: string): boolean {
  const only = shown ?? (global ? null : node)
  return only !== null && states[only] == null
}

/** States from the one that most needs attention to the one that needs none. */
const ORDER: readonly InputState[] = [
  'STOPPED',
  'TERMINATED',
  'CREATED',
  'INITIALIZED',
  'STOPPING',
  'FAILED',
  'INVALID_CONFIGURATION',
  'STARTING',
  'RUNNING',
]

const TONES: Readonly<Record<InputState, StatusTone>> = {
  STOPPED: 'bad',
  TERMINATED: 'warn',
  CREATED: 'warn',
  INITIALIZED: 'warn',
  STOPPING: 'warn',
  FAILED: 'bad',
  INVALID_CONFIGURATION: 'warn',
  STARTING: 'busy',
  RUNNING: 'ok',
}

export interface StateCount {
  readonly state: InputState
  readonly count: number
}

/** Best state first: `2 RUNNING, 1 FAILED`. */
export function countStates(states: readonly StateOnNode[]): readonly StateCount[] {
  return ORDER.toReversed()
    .map((state) => ({ state, count: states.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
}

/** A global input for which a node reports no state is a warning, whatever the other nodes report. */
export function toneOf(input: InputSummary, states: readonly StateOnNode[], nodeCount: number): StatusTone {
  if (states.length === 0 || (input.global && states.length < nodeCount)) return 'warn'
  const worst = ORDER.find((state) => states.some((one) => one.state === state))
  return worst === undefined ? 'warn' : TONES[worst]
}

export const isRunning = (states: readonly StateOnNode[]): boolean => states.some(({ state }) => state === 'RUNNING')

/** Whether the relevant nodes executed the command; `null` in the result means that a node did not. */
export function commandOutcome(
  input: Pick<InputSummary, 'global' | 'node'>,
  result: ClusterInputCommandResult,
): 'done' | 'failed-in-part' | 'failed' {
  const relevant = input.global ? Object.values(result) : [result[input.node ?? ''] ?? null]
  const failed = relevant.filter((answer) => answer === null).length
  if (failed === 0) return 'done'
  return failed === relevant.length ? 'failed' : 'failed-in-part'
}
