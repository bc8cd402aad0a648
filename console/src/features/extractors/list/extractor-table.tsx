import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { IconScissors } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { type ExpandableColumn, ExpandableTable } from '../../../ui/expandable-table/expandable-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ExtractorRow } from './extractor-row.tsx'
import { useInvalidExtractors } from './use-invalid-extractors.ts'

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
