import type { Metrics } from '../../metrics/metrics.ts'
import type { Failures } from './failures.ts'

export function registerFailureGauges(failures: Pick<Failures, 'figures'>, metrics: Metrics): void {
  metrics.gauge('logyard.failures.kept', () => failures.figures().failures)
  metrics.gauge('logyard.failures.evicted', () => failures.figures().evicted)
}
