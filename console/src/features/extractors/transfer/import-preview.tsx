import { Table, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { type ExpandableColumn, ExpandableTable } from '../../../ui/expandable-table/expandable-table.tsx'
import { ExtractorWay } from '../extractor-way.tsx'
import { Verdict } from '../verdict.tsx'
import type { FileEntry } from './extractor-file.ts'

interface ImportPreviewProps {
  readonly entries: readonly FileEntry[]
  /** The server's refusals, by position. */
  readonly checks: readonly (string | undefined)[] | undefined
}

const COLUMNS: readonly ExpandableColumn[] = [
  { text: 'extractors.column.title' },
  { text: 'extractors.column.type', isWide: true },
  { text: 'extractors.column.fields', isWide: true },
  { text: 'extractors.import.state' },
]

/** What the import will create, and what is wrong with the other entries. */
export function ImportPreview({ entries, checks }: ImportPreviewProps) {
  const t = useText()
  const rows = entries.map((entry, index) => ({ entry, problem: problemOf(entry, checks?.[index], t) }))
  if (rows.length === 0) {
    return (
      <Text size="sm" c="var(--ly-bad-text)" role="status">
        {t('extractors.import.empty')}
      </Text>
    )
  }
  const good = rows.filter(({ problem }) => problem === undefined).length
  return (
    <div>
      <Text size="sm" role="status" mb="xs">
        {t('extractors.import.summary', { good, bad: rows.length - good })}
      </Text>
      <ExpandableTable label={t('extractors.import.preview')} columns={COLUMNS}>
        {rows.map(({ entry, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their position
          <Table.Tr key={index}>
            <Table.Td translate="no">{entry.title === '' ? '–' : entry.title}</Table.Td>
            <Table.Td data-wide>{entry.type === undefined ? '–' : t(`extractors.type.${entry.type}`)}</Table.Td>
            <Table.Td data-wide>
              <ExtractorWay source={entry.source} target={entry.target} type={entry.type} />
            </Table.Td>
            <Table.Td>
              <Verdict isGood={problem === undefined}>
                {problem === undefined ? t('extractors.import.ready') : <span translate="no">{problem}</span>}
              </Verdict>
            </Table.Td>
          </Table.Tr>
        ))}
      </ExpandableTable>
    </div>
  )
}

function problemOf(entry: FileEntry, refusal: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  const own = entry.problems.map(({ text, values }) => t(text, values))
  return own.length > 0 ? own.join(' ') : refusal
}
