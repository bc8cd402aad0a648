import { getRuntimeInfo, getSystemOverview } from '@logyard/contract/cluster/cluster'
import { Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { systemQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { LogyardMark } from '../../ui/logyard-mark.tsx'

/** The version and the server, as far as the user may see them. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { data: system } = useQuery({ ...systemQuery(call), enabled: may(getSystemOverview) })
  const { data: runtime } = useQuery({
    ...callQuery(call, ['system-runtime'], getRuntimeInfo, { extendSession: false }),
    enabled: may(getRuntimeInfo),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal opened onClose={onClose} title={t('shell.about')}>
      <Group gap="sm" mb="md" wrap="nowrap">
        <LogyardMark />
        <Text size="sm">{t('shell.about.edition')}</Text>
      </Group>
      {system !== undefined && (
        <DefinitionList
          items={[
            { label: t('shell.about.version'), value: productVersion(system.version) },
            { label: t('shell.about.host'), value: system.hostname },
            runtime !== undefined && { label: t('shell.about.runtime'), value: runtime.info },
            { label: t('shell.about.cluster'), value: system.cluster_id.toUpperCase() },
          ]}
        />
      )}
    </Modal>
  )
}
