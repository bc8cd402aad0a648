import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { getStream } from '@logyard/contract/streams/streams'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useFieldCoverage } from '../../../messages-table/fields/field-coverage.ts'
import { useQueryParser } from '../../../query/query-input/use-query-problems.ts'

const PAUSE_MS = 600
const WEEK_S = 7 * 86_400

/** Which fields the messages of the condition had in the last week; `undefined` if that is not known. */
export function useConditionCoverage(config: ProcessorConfig | undefined): FieldCoverage | undefined {
  const may = useMay()
  const parse = useQueryParser()
  const { query, streams } = config === undefined || config.type === 'sequence-v1' ? NO_MESSAGES : config
  const [settled] = useDebouncedValue(query, PAUSE_MS)
  const selection = useMemo(
    (): MessageSelection => ({ query: settled, streams: [...streams], timerange: { type: 'relative', range: WEEK_S } }),
    [settled, streams],
  )
  const isAsked = config?.type === 'aggregation-v1' && parse?.(settled).ok === true
  return useFieldCoverage(selection, isAsked && streams.every((id) => may(getStream, { id }))).coverage
}

const NO_MESSAGES: { readonly query: string; readonly streams: readonly string[] } = { query: '', streams: [] }
