import { Badge, Text } from '@mantine/core'
import { FormattedNumber } from 'react-intl'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import type { IndexSetRow } from '../index-set-queries.ts'
import { LifecycleSummary } from '../strategies/strategy-summary.tsx'

export function useIndexSetColumns(): readonly Column<IndexSetRow>[] {
  const t = useText()
  const bytes = useBytes()
  return [
    { id: 'title', header: t('indexSets.one'), isWide: true, cell: (set) => <TitleCell set={set} /> },
    {
      id: 'prefix',
      header: t('indexSets.prefix'),
      cell: (set) => (
        <Text span inherit ff="monospace" fz="xs" translate="no">
          {set.index_prefix}
        </Text>
      ),
    },
    { id: 'kept', header: t('indexSets.kept'), cell: (set) => <LifecycleSummary indexSet={set} /> },
    {
      id: 'indices',
      header: t('indexSets.indices'),
      align: 'right',
      cell: ({ stats }) => (stats === undefined ? '-' : <FormattedNumber value={stats.indices} />),
    },
    {
      id: 'documents',
      header: t('indexSets.messages'),
      align: 'right',
      cell: ({ stats }) => (stats === undefined ? '-' : <FormattedNumber value={stats.documents} />),
    },
    {
      id: 'size',
      header: t('indexSets.size'),
      align: 'right',
      cell: ({ stats }) => (stats === undefined ? '-' : <span translate="no">{bytes(stats.size)}</span>),
    },
  ]
}

function TitleCell({ set }: { set: IndexSetRow }) {
  const t = useText()
  const badges = (
    <>
      {set.default && <Badge color="gray">{t('indexSets.badge.default')}</Badge>}
      {!set.writable && <Badge color="gray">{t('indexSets.badge.readOnly')}</Badge>}
    </>
  )
  return (
    <RowTitle badges={badges} description={set.description}>
      <AppLink to={routes.indices.set(set.id)}>
        <span translate="no">{set.title}</span>
      </AppLink>
    </RowTitle>
  )
}
