import { searchesEverywhere } from '@logyard/contract/identity/rights'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { answered, type NodeMetrics, sumOver, useLiveMetrics } from '../../cluster/live-metrics.ts'
import { runningInputsQuery } from '../../ingest/running-inputs-query.ts'
import { newestMessageQuery, ofInput } from '../../ingest/sending/newest-message-query.ts'

const receivedName = ({ type, id }: InputSummary) => `${type}.${id}.incomingMessages`

export interface RunningInput {
  readonly input: InputSummary
  /** Messages received since the input started. */
  readonly received: number
}

interface FirstSteps {
  /** Sorted by title; `undefined` while loading. */
  readonly running: readonly RunningInput[] | undefined
  readonly received: number
  /** Newest of the running inputs' stored messages. */
  readonly newest: MessageDocument | undefined
  readonly error: Error | null
  readonly retry: () => unknown
}

const NONE: readonly InputSummary[] = []
const NO_NODES: readonly NodeMetrics[] = []

/** The actual state of the first steps: running inputs, received messages, and the newest stored message. */
export function useFirstSteps(): FirstSteps {
  const states = useQuery(runningInputsQuery(useCall()))
  const inputs = states.data ?? NONE
  const names = useMemo(() => inputs.map(receivedName), [inputs])
  const metrics = useLiveMetrics(names)
  const nodes = metrics === undefined ? NO_NODES : answered(metrics)
  const running = inputs.map((input) => ({ input, received: sumOver(nodes, receivedName(input)) ?? 0 }))
  return {
    running: states.data === undefined ? undefined : running,
    received: running.reduce((sum, { received }) => sum + received, 0),
    newest: useNewestMessage(inputs),
    error: states.error,
    retry: states.refetch,
  }
}

function useNewestMessage(inputs: readonly InputSummary[]): MessageDocument | undefined {
  const isSeen = useMay()(searchesEverywhere)
  const query = inputs.map(({ id }) => ofInput(id)).join(' OR ')
  const newest = useQuery({ ...newestMessageQuery(useCall(), query), enabled: inputs.length > 0 && isSeen })
  return newest.data ?? undefined
}
