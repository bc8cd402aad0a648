/** The metrics of Logyard in the format of Prometheus. */
import { holds, operation, Raw } from '../http/operation.ts'

export const readPrometheusMetrics = operation({
  id: 'logyard.metrics.prometheus',
  area: 'metrics',
  method: 'GET',
  path: '/logyard/prometheus',
  node: 'this',
  summary: 'The metrics of this node for Prometheus: text format 0.0.4, or OpenMetrics if the client accepts that',
  access: holds('metrics:readall'),
  headRefused: true,
  produces: ['text/plain', 'application/openmetrics-text'],
  answers: { 200: Raw },
})
