/** The metrics of Logyard in the format of Prometheus. */
import { holds, inArea, Raw } from '../http/operation.ts'

const { get } = inArea('metrics')

export const readPrometheusMetrics = get('/logyard/prometheus', {
  id: 'logyard.metrics.prometheus',
  node: 'this',
  summary: 'The metrics of this node for Prometheus: text format 0.0.4, or OpenMetrics if the client accepts that',
  access: holds('metrics:readall'),
  headRefused: true,
  produces: ['text/plain', 'application/openmetrics-text'],
  answers: { 200: Raw },
})
