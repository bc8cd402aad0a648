import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Badge, Group } from '@mantine/core'
import { IconSearch, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { messagesLink } from '../model/messages-link.ts'
import { refusalText } from '../refusal-text.ts'
import { allCollectorsQuery, sidecarQuery } from '../sidecar-queries.ts'
import { useLeaveIfMissing } from '../use-leave-if-missing.ts'
import { CollectorStatuses } from './collector-statuses.tsx'
import { LogFiles } from './log-files.tsx'
import { NodeFacts } from './node-facts.tsx'

/** One sidecar: its failing collectors, its host, and its log files. */
export function SidecarScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.sidecars.status)
  const sidecar = useQuery(sidecarQuery(useCall(), id))
  const collectors = useQuery(allCollectorsQuery(useCall()))
  useLeaveIfMissing(sidecar.error, {
    title: t('sidecars.toast.sidecarFailed.title'),
    text: t('sidecars.toast.sidecarMissing', { id }),
    failed: (status) => t('sidecars.toast.sidecarFailed', { status }),
    back: routes.sidecars.list(),
  })
  useFailureToast(
    collectors.error,
    (status) => refusalText(collectors.error) ?? t('sidecars.toast.collectorsFailed', { status }),
    t('sidecars.toast.collectorsFailed.title'),
  )
  return (
    <Loaded query={sidecar}>
      {(found) => (
        <Loaded query={collectors}>
          {(known) => (
            <Page title={t('sidecars.sidecar')} subject={found.node_name} action={<Actions sidecar={found} />}>
              <CollectorStatuses sidecar={found} collectors={known} />
              <NodeFacts sidecar={found} />
              <LogFiles files={found.node_details.log_file_list ?? []} />
            </Page>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Actions({ sidecar: { node_id: id, active } }: { sidecar: SidecarSummary }) {
  const t = useText()
  const may = useMay()
  return (
    <Group gap="xs">
      {!active && <Badge color="amber">{t('sidecars.inactive')}</Badge>}
      <LinkButton variant="default" to={messagesLink(id)} leftSection={<IconSearch size={15} />}>
        {t('sidecars.showMessages')}
      </LinkButton>
      {may(listConfigurations) && (
        <LinkButton to={routes.sidecars.administration({ node_id: id })} leftSection={<IconSettings size={15} />}>
          {t('sidecars.manage')}
        </LinkButton>
      )}
    </Group>
  )
}
