import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import * as contract from '@logyard/contract/extractors/extractors'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { ExtractorMeasures } from './extractor-metrics.ts'
import type { Extractors } from './extractor-service.ts'
import type { StoredExtractor } from './extractor-store.ts'

export interface ExtractorRoutesDeps {
  readonly extractors: Extractors
  /** Throws if the input does not exist. */
  readonly requireInput: (inputId: string) => Promise<unknown>
  /** The base URL of the API without a trailing slash, for Location headers. */
  readonly apiUrl: string
}

export function extractorRoutes(api: FastifyInstance, { extractors, requireInput, apiUrl }: ExtractorRoutesDeps): void {
  const summary = (extractor: StoredExtractor) => extractorSummary(extractor, extractors.measures)

  serve(api, contract.listExtractors, async ({ params }) => {
    await requireInput(params.inputId)
    const list = await extractors.list(params.inputId)
    return { total: list.length, extractors: list.map(summary) }
  })
  serve(api, contract.getExtractor, async ({ params }) => {
    await requireInput(params.inputId)
    return summary(await extractors.get(params.inputId, params.extractorId))
  })
  serve(api, contract.createExtractor, async ({ params, body, caller, reply, signal }) => {
    const { inputId } = params
    await requireInput(inputId)
    const { id } = await extractors.create(inputId, body, { caller, signal })
    reply.header('location', `${apiUrl}/system/inputs/${inputId}`)
    return { extractor_id: id }
  })
  serve(api, contract.updateExtractor, async ({ params, body, caller, signal }) => {
    const { inputId, extractorId } = params
    await requireInput(inputId)
    const replaced = await extractors.replace(inputId, extractorId, body, { caller, signal })
    return summary(replaced)
  })
  serve(api, contract.deleteExtractor, async ({ params }) => {
    const { inputId, extractorId } = params
    await requireInput(inputId)
    await extractors.delete(inputId, extractorId)
  })
  serve(api, contract.orderExtractors, async ({ params, body }) => {
    await requireInput(params.inputId)
    await extractors.order(params.inputId, body.order)
  })
}

/** An extractor as clients read it, with what it did on this node. */
function extractorSummary(
  extractor: StoredExtractor,
  measures: Pick<ExtractorMeasures, 'read' | 'exceptions'>,
): ExtractorSummary {
  const { revision, ...stored } = extractor
  return { ...stored, ...measures.exceptions(extractor), metrics: measures.read(extractor) }
}
