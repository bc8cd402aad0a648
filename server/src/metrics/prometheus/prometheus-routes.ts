import { readPrometheusMetrics } from '@logyard/contract/metrics/prometheus'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import { serve } from '../../http/serve.ts'
import type { Metrics } from '../metrics.ts'
import { EXPOSITION_TYPES, writeExposition } from './exposition.ts'
import { familiesOfNode, type NodeFacts } from './node-families.ts'
import { readFamilies } from './read-families.ts'

export interface PrometheusDeps {
  readonly metrics: Pick<Metrics, 'names' | 'find'>
  readonly facts: () => Promise<NodeFacts>
}

export const OMITTED_FAMILY = {
  name: 'logyard_omitted_metrics',
  type: 'gauge',
  help: 'Metrics that are not exported, because there are too many.',
} as const

/** The metrics of this node in the text of Prometheus. */
export async function prometheusText({ metrics, facts }: PrometheusDeps, format: keyof typeof EXPOSITION_TYPES) {
  const { families, omitted } = readFamilies(metrics)
  const omittedFamily = { ...OMITTED_FAMILY, samples: [{ labels: {}, value: omitted }] }
  return writeExposition([...familiesOfNode(await facts()), ...families, omittedFamily], format)
}

export function prometheusRoutes(api: FastifyInstance, deps: PrometheusDeps): void {
  serve(api, readPrometheusMetrics, async ({ request, reply }) => {
    const accepted = request.headers.accept ?? ''
    const format =
      accepted !== '' && accepts(accepted.replaceAll('*/*', ''), 'application/openmetrics-text')
        ? 'openmetrics'
        : 'text'
    const text = await prometheusText(deps, format)
    return reply.header('vary', 'accept').type(EXPOSITION_TYPES[format]).send(text)
  })
}
