import { getRuntimeInfoOfNode, type NodeSummary, type SystemOverview } from '@logyard/contract/cluster/cluster'
import { useQuery } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { apiVersion, productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Clock } from '../../ui/time/clock.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { runtimeQuery } from './node-queries.ts'

interface SystemSectionProps {
  readonly node: NodeSummary
  readonly overview: SystemOverview | null | undefined
}

/** The node's host, version and API address. */
export function SystemSection({ node, overview }: SystemSectionProps) {
  const t = useText()
  const may = useMay()
  return (
    <FormSection title={t('nodes.system')}>
      <DefinitionList
        items={[
          { label: t('nodes.system.hostname'), value: node.hostname },
          { label: t('nodes.system.id'), value: node.node_id },
          ...(overview
            ? [
                { label: t('nodes.system.version'), value: productVersion(overview.version) },
                { label: t('nodes.system.api'), value: apiVersion(overview.version) },
                { label: t('nodes.system.os'), value: overview.operating_system },
                { label: t('nodes.system.started'), value: <Instant instant={overview.started_at} /> },
                { label: t('nodes.system.time'), value: <Clock zone={overview.timezone} /> },
              ]
            : []),
          ...(node.is_active && may(getRuntimeInfoOfNode, { nodeId: node.node_id })
            ? [{ label: t('nodes.system.runtime'), value: <Runtime nodeId={node.node_id} /> }]
            : []),
          { label: t('nodes.system.address'), value: node.transport_address },
          { label: t('nodes.system.lastSeen'), value: <RelativeTime instant={node.last_seen} every="second" /> },
        ]}
      />
    </FormSection>
  )
}

function Runtime({ nodeId }: { nodeId: string }) {
  const t = useText()
  const runtime = useQuery(runtimeQuery(useCall(), nodeId))
  useFailureToast(runtime.error, 'nodes.toast.runtimeFailed', { node: nodeId })
  if (runtime.data === undefined) {
    return (
      <span>
        {runtime.error === null
          ? t('ui.loading')
          : t('nodes.system.runtime.unavailable', { status: statusText(runtime.error) })}
      </span>
    )
  }
  return <span>{t('nodes.system.runtime.text', { pid: runtime.data.pid, info: runtime.data.info })}</span>
}
