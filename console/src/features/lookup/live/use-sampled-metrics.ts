import { useEffect, useRef, useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { answered, type LiveMetrics, sumOver, useLiveMetrics } from '../../../cluster/live-metrics.ts'

interface Sample {
  readonly live: LiveMetrics
  readonly at: number
}

export interface SampledMetrics {
  /** Summed over the nodes; undefined before the first sample and where no node has it. */
  readonly total: (name: string) => number | undefined
  /** Per second, from the last two samples; undefined until there are two. */
  readonly rate: (name: string) => number | undefined
  readonly isReady: boolean
}

/** Current figures of the named metrics, and how fast their totals grow. */
export function useSampledMetrics(names: readonly string[]): SampledMetrics {
  const { now } = useClock()
  const live = useLiveMetrics(names)
  const last = useRef<Sample>(undefined)
  const [samples, setSamples] = useState<{ readonly from: Sample; readonly to: Sample }>()
  useEffect(() => {
    if (live === undefined || live === last.current?.live) return
    const sample = { live, at: now() }
    if (last.current !== undefined) setSamples({ from: last.current, to: sample })
    last.current = sample
  }, [live, now])
  return {
    total: (name) => (live === undefined ? undefined : sumOver(answered(live), name)),
    rate: (name) => (samples === undefined ? undefined : rateOf(name, samples.from, samples.to)),
    isReady: samples !== undefined,
  }
}

/** A node that was restarted begins at 0 again: its total counts, not the difference. */
function rateOf(name: string, from: Sample, to: Sample): number | undefined {
  const seconds = (to.at - from.at) / 1000
  const after = sumOver(answered(to.live), name)
  if (after === undefined || seconds <= 0) return undefined
  const before = sumOver(answered(from.live), name) ?? 0
  return (after >= before ? after - before : after) / seconds
}
