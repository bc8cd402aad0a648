import { Badge } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { countColumn, sizeColumn, textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import type { IndexSetRow } from '../index-set-queries.ts'
import { LifecycleSummary } from '../strategies/strategy-summary.tsx'

export function useIndexSetColumns(): readonly Column<IndexSetRow>[] {
  const t = useText()
  return [
    titleColumn({
      id: 'title',
      header: t('indexSets.one'),
      name: ({ title }) => title,
      to: ({ id }) => routes.indices.set(id),
      badges: (set) => <Badges set={set} />,
      description: ({ description }) => description,
    }),
    textColumn({
      id: 'prefix',
      header: t('indexSets.prefix'),
      text: ({ index_prefix: prefix }) => prefix,
      isMono: true,
    }),
    { id: 'kept', header: t('indexSets.kept'), cell: (set) => <LifecycleSummary indexSet={set} /> },
    countColumn({ id: 'indices', header: t('indexSets.indices'), count: ({ stats }) => stats?.indices }),
    countColumn({ id: 'documents', header: t('indexSets.messages'), count: ({ stats }) => stats?.documents }),
    sizeColumn({ id: 'size', header: t('indexSets.size'), sizeBytes: ({ stats }) => stats?.size }),
  ]
}

function Badges({ set }: { set: IndexSetRow }) {
  const t = useText()
  return (
    <>
      {set.default && <Badge color="gray">{t('indexSets.badge.default')}</Badge>}
      {!set.writable && <Badge color="gray">{t('indexSets.badge.readOnly')}</Badge>}
    </>
  )
}
