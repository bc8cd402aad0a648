import { Badge, Group, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import type { IndexSetRow } from '../index-set-queries.ts'
import classes from '../index-sets.module.css'
import { RetentionSummary, RotationSummary } from '../strategies/strategy-summary.tsx'

export function useIndexSetColumns(): readonly Column<IndexSetRow>[] {
  const t = useText()
  return [
    { id: 'title', header: t('indexSets.one'), cell: (set) => <TitleCell set={set} /> },
    {
      id: 'prefix',
      header: t('indexSets.prefix'),
      cell: (set) => (
        <Text span inherit ff="monospace" translate="no" className={classes['nowrap'] ?? ''}>
          {set.index_prefix}
        </Text>
      ),
    },
    { id: 'contents', header: t('indexSets.contents'), align: 'right', cell: (set) => <Contents set={set} /> },
    {
      id: 'shards',
      header: t('indexSets.storage'),
      cell: (set) => <StorageCell set={set} />,
    },
    { id: 'rotation', header: t('indexSets.rotationAndRetention'), cell: (set) => <Strategies set={set} /> },
  ]
}

function TitleCell({ set }: { set: IndexSetRow }) {
  const t = useText()
  return (
    <div className={classes['title']}>
      <Group gap="xs">
        <AppLink to={routes.indices.set(set.id)}>
          <Text span inherit fw={550} translate="no">
            {set.title}
          </Text>
        </AppLink>
        {set.default && <Badge>{t('indexSets.badge.default')}</Badge>}
        {!set.writable && <Badge color="gray">{t('indexSets.badge.readOnly')}</Badge>}
      </Group>
      {set.description !== null && set.description !== '' && (
        <Text size="xs" c="dimmed" translate="no">
          {set.description}
        </Text>
      )}
      {set.default && (
        <Text size="xs" c="dimmed">
          {t('indexSets.usedByDefault')}
        </Text>
      )}
    </div>
  )
}

function Contents({ set: { stats } }: { set: IndexSetRow }) {
  const t = useText()
  const bytes = useBytes()
  if (stats === undefined) return '-'
  return (
    <div className={classes['nowrap']}>
      <div>{t('indexSets.count.indices', { count: stats.indices })}</div>
      <div>{t('indexSets.count.documents', { count: stats.documents })}</div>
      <div translate="no">{bytes(stats.size)}</div>
    </div>
  )
}

function StorageCell({ set }: { set: IndexSetRow }) {
  const t = useText()
  const intl = useIntl()
  const seconds = intl.formatNumber(set.field_type_refresh_interval / 1000)
  return (
    <>
      <div>{t('indexSets.storage.shards', { shards: set.shards, replicas: set.replicas })}</div>
      <Text size="xs" c="dimmed">
        {t('indexSets.refreshInterval.says', { seconds })}
      </Text>
      {set.index_analyzer !== 'standard' && (
        <Text size="xs" c="dimmed">
          {t('indexSets.analyzer.says', { analyzer: set.index_analyzer })}
        </Text>
      )}
    </>
  )
}

function Strategies({ set }: { set: IndexSetRow }) {
  const t = useText()
  if (!set.writable) return t('indexSets.readOnly.text')
  return (
    <div className={classes['strategies']}>
      <div>
        <RotationSummary indexSet={set} />
      </div>
      <div>
        <RetentionSummary indexSet={set} />
      </div>
    </div>
  )
}
