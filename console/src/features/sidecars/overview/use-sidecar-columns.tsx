import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { InactiveBadge } from '../inactive-badge.tsx'
import { sidecarStatus } from '../model/sidecar-status.ts'
import { StatusMark } from '../status-mark.tsx'
import { SystemName } from '../system-icon.tsx'
import { TagList } from '../tag-list.tsx'

export function useSidecarColumns(): readonly Column<SidecarSummary>[] {
  const t = useText()
  return [
    {
      id: 'name',
      header: t('sidecars.name'),
      sortKey: 'node_name',
      isWide: true,
      isTitle: true,
      cell: (sidecar) => <Name sidecar={sidecar} />,
    },
    {
      id: 'status',
      header: t('sidecars.status'),
      sortKey: 'node_details.status.status',
      cell: ({ node_details: details }) => (
        <StatusMark status={sidecarStatus(details)} message={details.status?.message} />
      ),
    },
    {
      id: 'system',
      header: t('sidecars.system'),
      sortKey: 'node_details.operating_system',
      cell: ({ node_details: details }) => <SystemName system={details.operating_system} />,
    },
    {
      id: 'seen',
      header: t('sidecars.seen'),
      sortKey: 'last_seen',
      cell: ({ last_seen: seen }) => <RelativeTime instant={seen} every="second" />,
    },
    textColumn({
      id: 'node',
      header: t('sidecars.nodeId'),
      sortKey: 'node_id',
      text: ({ node_id: id }) => id,
      isMono: true,
    }),
    textColumn({
      id: 'version',
      header: t('sidecars.version'),
      sortKey: 'sidecar_version',
      text: ({ sidecar_version: version }) => version,
    }),
  ]
}

function Name({ sidecar: { node_id: id, node_name: name, active, tags } }: { sidecar: SidecarSummary }) {
  const badges = (
    <>
      {!active && <InactiveBadge />}
      <TagList tags={tags} />
    </>
  )
  return (
    <RowTitle badges={badges}>
      <AppLink to={routes.sidecars.status(id)} translate="no" {...(active ? {} : { c: 'dimmed' })}>
        {name}
      </AppLink>
    </RowTitle>
  )
}
