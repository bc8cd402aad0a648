import { routes } from '../../base/routes/routes.ts'
import type { ExtractSource } from './extract-source.ts'

export const newExtractorLink = ({ inputId, nodeId, field, example }: ExtractSource, type: string): string =>
  routes.inputs.extractorNew(inputId, nodeId, {
    extractor_type: type,
    field,
    example_index: example.index,
    example_id: example.id,
  })
