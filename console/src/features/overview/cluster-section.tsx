import { getSystemOverview } from '@logyard/contract/cluster/cluster'
import { type ColdStorage, getColdStorage } from '@logyard/contract/store/cold-storage'
import { getIndexerHealth, type IndexerHealth } from '@logyard/contract/store/deflector'
import { useQuery } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { polledQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { coldStorageQuery, nodesQuery, systemQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { Section } from './section.tsx'

const POLL_MS = 10_000

const TONES: Readonly<Record<IndexerHealth['status'], StatusTone>> = { green: 'ok', yellow: 'warn', red: 'bad' }

/** The id and size of the cluster, and the health of the message store. */
export function ClusterSection() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const system = useQuery({ ...systemQuery(call), enabled: may(getSystemOverview) })
  const nodes = useQuery(nodesQuery(call))
  const bytes = useBytes()
  const cold = useQuery({ ...coldStorageQuery(call), enabled: may(getColdStorage) })
  return (
    <Section title={t('overview.cluster')}>
      <DefinitionList
        items={[
          ...(may(getIndexerHealth) ? [{ label: t('overview.store'), value: <StoreHealth /> }] : []),
          ...(cold.data?.is_configured === true
            ? [{ label: t('overview.cold'), value: t('overview.cold.sizes', sizesOf(cold.data, bytes)) }]
            : []),
          { label: t('overview.cluster.nodes'), value: nodes.data?.length },
          {
            label: t('overview.cluster.id'),
            value: system.data?.cluster_id.toUpperCase() ?? <span>{t('overview.cluster.id.none')}</span>,
          },
        ]}
      />
    </Section>
  )
}

const sizesOf = ({ hot_bytes, cold_bytes }: ColdStorage, bytes: (count: number) => string) => ({
  hot: bytes(hot_bytes),
  cold: bytes(cold_bytes),
})

function StoreHealth() {
  const t = useText()
  const call = useCall()
  const { data, error } = useQuery(polledQuery(call, ['indexer-health'], POLL_MS, getIndexerHealth))
  if (error !== null) {
    return <StatusDot tone="bad">{t('overview.store.unavailable', { status: statusText(error) })}</StatusDot>
  }
  if (data === undefined) return <span>{t('ui.loading')}</span>
  const { status, shards } = data
  return (
    <div>
      <StatusDot tone={TONES[status]}>{t(`overview.store.${status}`)}</StatusDot>
      <div>{t('overview.store.shards', shards)}</div>
    </div>
  )
}
