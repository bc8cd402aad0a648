import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { routes } from '../base/routes/routes.ts'

/** Where the extractors of an input are managed. */
export const extractorsLink = ({ id, global, node }: Pick<InputSummary, 'id' | 'global' | 'node'>): string =>
  global || node === null ? routes.inputs.globalExtractors(id) : routes.inputs.extractors(id, node)
