import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { Parameter } from '@logyard/contract/search/searches'
import { type LookUpValues, lookUpParameters } from '../../search/plan/lookup-parameters.ts'
import { createParameterValues } from '../../search/plan/parameters.ts'

/** The query of the condition, with the values of its parameters. */
export async function filledQuery(config: ProcessorConfig, lookUp: LookUpValues, signal: AbortSignal): Promise<string> {
  const { query, query_parameters } = selectionOf(config)
  const declared = query_parameters ?? []
  const lookedUp = await lookUpParameters(declared, [query], lookUp, signal)
  return createParameterValues(declared, {}, lookedUp).fill(query)
}

const selectionOf = (
  config: ProcessorConfig,
): { readonly query: string; readonly query_parameters?: readonly Parameter[] } =>
  'query' in config ? config : config.first
