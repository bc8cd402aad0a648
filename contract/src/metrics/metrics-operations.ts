import type { OperationSpec } from '../http/operation.ts'
import { metricOperations } from './metrics.ts'
import { prometheusOperations } from './prometheus.ts'
import { trafficOperations } from './traffic.ts'

export const metricsAreaOperations: readonly OperationSpec[] = [
  ...trafficOperations,
  ...metricOperations,
  ...prometheusOperations,
]
