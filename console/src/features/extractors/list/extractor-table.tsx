import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { IconScissors } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsKey } from '../../../ingest/extractors-query.ts'
import { type ExpandableColumn, ExpandableTable } from '../../../ui/expandable-table/expandable-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { checkExtractors } from '../check-extractors.ts'
import { extractorRequest, extractorValues } from '../model/extractor-values.ts'
import { ExtractorRow } from './extractor-row.tsx'

interface ExtractorTableProps {
  readonly input: InputSummary
  /** Extractors in the order in which they run. */
  readonly extractors: readonly ExtractorSummary[]
  readonly canEdit: boolean
}

const COLUMNS: readonly ExpandableColumn[] = [
  { text: 'extractors.column.title' },
  { text: 'extractors.column.type', isWide: true },
  { text: 'extractors.column.fields', isWide: true },
  { text: 'extractors.column.condition', isWide: true },
  { text: 'extractors.column.runs', isNumber: true },
  { text: 'extractors.column.time', isNumber: true, isWide: true },
  { text: 'extractors.column.exceptions', isNumber: true },
]

export function ExtractorTable({ input, extractors, canEdit }: ExtractorTableProps) {
  const t = useText()
  const problems = useInvalidExtractors(input.id, canEdit ? extractors : [])
  if (extractors.length === 0) {
    return <EmptyState icon={<IconScissors />} title={t('extractors.none')} text={t('extractors.none.text')} />
  }
  return (
    <ExpandableTable label={t('extractors.configured')} columns={COLUMNS} hasActions>
      {extractors.map((extractor) => (
        <ExtractorRow
          key={extractor.id}
          input={input}
          extractor={extractor}
          problem={problems.get(extractor.id)}
          canEdit={canEdit}
        />
      ))}
    </ExpandableTable>
  )
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Why extractors cannot run, by id: the grok pattern that one used may have been deleted. */
function useInvalidExtractors(inputId: string, extractors: readonly ExtractorSummary[]): ReadonlyMap<string, string> {
  const call = useCall()
  const requests = extractors.map((extractor) => extractorRequest(extractorValues(extractor)))
  // Metrics change with every poll, definitions rarely do.
  const definitions = JSON.stringify(requests)
  const { data } = useQuery({
    queryKey: [...extractorsKey(inputId), 'check', definitions],
    queryFn: ({ signal }) => checkExtractors(call, inputId, requests, signal),
    enabled: requests.length > 0,
    retry: false,
    staleTime: 60_000,
  })
  const ids = extractors.map(({ id }) => id).join()
  return useMemo(() => {
    if (data === undefined) return NONE
    const found = ids.split(',').flatMap((id, index): [string, string][] => {
      const problem = data[index]
      return problem === undefined ? [] : [[id, problem]]
    })
    return new Map(found)
  }, [data, ids])
}
