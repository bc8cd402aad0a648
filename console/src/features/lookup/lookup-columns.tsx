import { Badge } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { textColumn, titleColumn } from '../../ui/data-table/ready-columns.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { ProblemMark } from './live/problem-mark.tsx'

interface LookupObject {
  readonly title: string
  readonly description: string
  readonly name: string
  readonly content_pack: string | null
}

interface LookupColumns {
  readonly kind: 'table' | 'cache' | 'adapter'
  readonly to: (name: string) => string
  /** Errors by name. */
  readonly problems: Readonly<Record<string, string | null>> | undefined
  /** Names of those that are only switched off. */
  readonly off: readonly string[] | undefined
}

/** The columns that the lists of tables, caches and data adapters have in common. */
export function useLookupColumns<Row extends LookupObject>({ kind, to, problems, off }: LookupColumns) {
  const t = useText()
  const title: Column<Row> = {
    ...titleColumn<Row>({
      id: 'title',
      header: t('lookup.title'),
      sortKey: 'title',
      name: (row) => row.title,
      to: ({ name }) => to(name),
      badges: (row) => (
        <>
          {row.content_pack !== null && <ContentPackBadge />}
          <ProblemMark kind={kind} name={row.title} problem={problems?.[row.name]} isOff={off?.includes(row.name)} />
        </>
      ),
    }),
    isWide: false,
  }
  const description: Column<Row> = {
    id: 'description',
    header: t('lookup.description'),
    sortKey: 'description',
    isWide: true,
    cell: (row) => (row.description === '' ? null : <span translate="no">{row.description}</span>),
  }
  const name = textColumn<Row>({
    id: 'name',
    header: t('lookup.name'),
    sortKey: 'name',
    text: (row) => row.name,
    isMono: true,
  })
  return { title, description, name }
}

function ContentPackBadge() {
  const t = useText()
  return (
    <Tooltip label={t('lookup.contentPack.help')}>
      <Badge size="sm" color="gray" miw="max-content" tabIndex={0}>
        {t('lookup.contentPack')}
      </Badge>
    </Tooltip>
  )
}
