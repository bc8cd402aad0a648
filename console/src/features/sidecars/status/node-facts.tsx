import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Badge, Group } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { SystemName } from '../system-icon.tsx'

/** The facts that the agent reports about its host. */
export function NodeFacts({ sidecar }: { sidecar: SidecarSummary }) {
  const t = useText()
  const intl = useIntl()
  const { operating_system: system, ip, metrics } = sidecar.node_details
  const absent = <span>{t('sidecars.notAvailable')}</span>
  const number = (value: number | null | undefined, suffix = '') =>
    value == null ? absent : <span translate="no">{`${intl.formatNumber(value)}${suffix}`}</span>
  const disks = metrics?.disks_75
  return (
    <FormSection title={t('sidecars.node')}>
      <DefinitionList
        items={[
          { label: t('sidecars.seen'), value: <RelativeTime instant={sidecar.last_seen} every="second" /> },
          { label: t('sidecars.nodeId'), value: sidecar.node_id },
          { label: t('sidecars.version'), value: sidecar.sidecar_version },
          { label: t('sidecars.ip'), value: ip ?? absent },
          { label: t('sidecars.system'), value: <SystemName system={system} /> },
          { label: t('sidecars.cpuIdle'), value: number(metrics?.cpu_idle, '%') },
          { label: t('sidecars.load'), value: number(metrics?.load_1) },
          {
            label: t('sidecars.disks'),
            value:
              disks == null ? absent : disks.length === 0 ? <span>{t('sidecars.disks.none')}</span> : disks.join(', '),
          },
          { label: t('sidecars.tags'), value: <Tags tags={sidecar.tags} /> },
        ]}
      />
    </FormSection>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return '-'
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} color="gray" variant="outline" translate="no">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}
