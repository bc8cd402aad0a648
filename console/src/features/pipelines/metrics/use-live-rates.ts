import { useEffect, useMemo, useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { figureOf, type LiveMetrics, useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { rateOf, type Sample, totalOf, withSample } from './rates.ts'

export interface LiveRates {
  /** Events per second; `undefined` until two samples were read. */
  rate(name: string): number | undefined
  /** Since the nodes started; `undefined` until the first sample. */
  total(name: string): number | undefined
}

/** Rates and totals of meters over all nodes, while the page is open. */
export function useLiveRates(names: readonly string[]): LiveRates {
  const clock = useClock()
  const live = useLiveMetrics(names)
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => {
    if (live === undefined) return
    setSamples((old) => withSample(old, { atMs: clock.now(), totals: totalsOf(live) }))
  }, [live, clock])
  return useMemo(() => ({ rate: (name) => rateOf(samples, name), total: (name) => totalOf(samples, name) }), [samples])
}

function totalsOf(live: LiveMetrics): Sample['totals'] {
  const nodes = [...live].flatMap(([nodeId, metrics]) => {
    if (metrics === null) return []
    return [[nodeId, new Map([...metrics].map(([name, metric]) => [name, figureOf(metric) ?? 0]))] as const]
  })
  return new Map(nodes)
}
