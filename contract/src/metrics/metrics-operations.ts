import { metricOperations } from './metrics.ts'
import { prometheusOperations } from './prometheus.ts'
import { trafficOperations } from './traffic.ts'

export const metricsAreaOperations = [...trafficOperations, ...metricOperations, ...prometheusOperations]
