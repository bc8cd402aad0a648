import { getSystemOverview } from '@logyard/contract/cluster/cluster'
import { getIndexerHealth, type IndexerHealth } from '@logyard/contract/store/deflector'
import { useQuery } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { polledQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { nodesQuery, systemQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
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
  return (
    <Section title={t('overview.cluster')}>
      <DefinitionList
        items={[
          ...(may(getIndexerHealth) ? [{ label: t('overview.store'), value: <StoreHealth /> }] : []),
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
