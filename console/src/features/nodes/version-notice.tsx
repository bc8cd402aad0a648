import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { naturally } from '../../base/text/natural-order.ts'
import { useText } from '../../base/text/text.tsx'

/** Says that the nodes run different versions, which is meant for the time of an update only. */
export function VersionNotice({ nodes }: { nodes: readonly NodeSummary[] }) {
  const t = useText()
  const versions = [...new Set(nodes.map(({ version }) => version).filter((version) => version !== ''))]
  if (versions.length < 2) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title={t('nodes.versions')}>
      {t('nodes.versions.text', { versions: versions.toSorted(naturally).join(', ') })}
    </Alert>
  )
}
