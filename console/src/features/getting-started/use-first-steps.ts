import { type InputSummary, listInputStates } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { answered, type NodeMetrics, sumOver, useLiveMetrics } from '../../cluster/live-metrics.ts'

const POLL_MS = 2_000
/** The metric of messages written to the message store since the server started. */
const STORED = 'org.graylog2.throughput.output'

const receivedName = ({ type, id }: InputSummary) => `${type}.${id}.incomingMessages`

export interface RunningInput {
  readonly input: InputSummary
  /** Messages received since the input started. */
  readonly received: number
}

export interface FirstSteps {
  /** Sorted by title; `undefined` while loading. */
  readonly running: readonly RunningInput[] | undefined
  readonly received: number
  readonly stored: number
  readonly error: Error | null
  readonly retry: () => unknown
}

const NONE: readonly InputSummary[] = []
const NO_NODES: readonly NodeMetrics[] = []

/** The actual state of the first steps: running inputs, received messages, stored messages. */
export function useFirstSteps(): FirstSteps {
  const call = useCall()
  const states = useQuery({
    queryKey: ['inputs', 'states-here'],
    queryFn: async ({ signal }) => {
      const { states } = await call(listInputStates, { signal, extendSession: false })
      return states
        .filter(({ state }) => state === 'RUNNING')
        .map(({ message_input }) => message_input)
        .toSorted((a, b) => a.title.localeCompare(b.title))
    },
    refetchInterval: POLL_MS,
  })
  const inputs = states.data ?? NONE
  const names = useMemo(() => [STORED, ...inputs.map(receivedName)], [inputs])
  const metrics = useLiveMetrics(names)
  const nodes = metrics === undefined ? NO_NODES : answered(metrics)
  const running = inputs.map((input) => ({ input, received: sumOver(nodes, receivedName(input)) ?? 0 }))
  return {
    running: states.data === undefined ? undefined : running,
    received: running.reduce((sum, { received }) => sum + received, 0),
    stored: sumOver(nodes, STORED) ?? 0,
    error: states.error,
    retry: states.refetch,
  }
}
