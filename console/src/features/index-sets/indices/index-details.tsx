import type { IndexInfo, IndexStats, ShardRouting } from '@logyard/contract/store/indices'
import { Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import classes from '../index-sets.module.css'
import type { NamedIndex } from './time-line.ts'

const OPERATIONS = ['index', 'flush', 'merge', 'search_query', 'search_fetch', 'get', 'refresh'] as const

/** Figures of an expanded index. */
export function IndexDetails({ index, info }: { index: NamedIndex; info: IndexInfo | undefined }) {
  const t = useText()
  if (info === undefined) return <LoadingLines />
  const { all_shards: all, primary_shards: primary, routing } = info
  return (
    <Stack gap="md">
      <DefinitionList
        items={[
          { label: t('indexSets.details.range'), value: <RangeAge index={index} /> },
          { label: t('indexSets.details.segments'), value: all.segments },
          { label: t('indexSets.details.contexts'), value: all.open_search_contexts },
          { label: t('indexSets.details.deleted'), value: all.documents.deleted },
        ]}
      />
      <OperationsTable primary={primary} all={all} />
      <div>
        <Text size="sm" fw={550} mb="xs">
          {t('indexSets.details.routing')}
        </Text>
        <Group gap="xs">
          {routing.map((shard) => (
            <Shard key={`${shard.id}|${shard.node_id}|${shard.primary}`} shard={shard} />
          ))}
        </Group>
      </div>
    </Stack>
  )
}

function RangeAge({ index: { summary } }: { index: NamedIndex }) {
  const t = useText()
  const { range } = summary
  if (range === null || range.calculated_at === null) return <span>{t('indexSets.details.noRange')}</span>
  return (
    <span>
      {t('indexSets.details.rangeTook', { ms: range.took_ms })} <RelativeTime instant={range.calculated_at} />
    </span>
  )
}

function OperationsTable({ primary, all }: { primary: IndexStats; all: IndexStats }) {
  const t = useText()
  const told = (stats: IndexStats, name: (typeof OPERATIONS)[number]) =>
    t('indexSets.details.ops', { count: stats[name].total, seconds: stats[name].time_seconds })
  return (
    <PlainTable
      label={t('indexSets.details.operations')}
      minWidth={0}
      columns={[
        { header: t('indexSets.details.operation'), cell: (name) => t(`indexSets.details.op.${name}`) },
        { header: t('indexSets.details.primary'), cell: (name) => told(primary, name), align: 'right' },
        { header: t('indexSets.details.total'), cell: (name) => told(all, name), align: 'right' },
      ]}
      rows={OPERATIONS}
      rowId={(name) => name}
    />
  )
}

function Shard({ shard }: { shard: ShardRouting }) {
  const t = useText()
  const told = t('indexSets.details.shard', {
    state: shard.state,
    host: shard.node_hostname ?? '-',
    node: shard.node_name ?? shard.node_id,
  })
  return (
    <Tooltip label={told}>
      <span className={classes['shard']} data-state={shard.state} data-primary={shard.primary || undefined}>
        <span translate="no">{`S${shard.id}`}</span>
        <VisuallyHidden>{told}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
