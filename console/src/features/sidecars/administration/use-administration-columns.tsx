import type { ConfigurationSummary } from '@logyard/contract/sidecars/configurations'
import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Group } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { ColorLabel } from '../color-label.tsx'
import { InactiveBadge } from '../inactive-badge.tsx'
import { systemName } from '../model/operating-system.ts'
import { byUrgency, statusName } from '../model/sidecar-status.ts'
import { StatusMark } from '../status-mark.tsx'
import { SystemName } from '../system-icon.tsx'
import { TagList } from '../tag-list.tsx'
import type { AdministeredRow } from './administration-query.ts'
import { assignedTo } from './assignment-changes.ts'

export function useAdministrationColumns(
  configurations: readonly ConfigurationSummary[],
): readonly Column<AdministeredRow>[] {
  const t = useText()
  const known = new Map(configurations.map((configuration) => [configuration.id, configuration]))
  return [
    {
      id: 'sidecar',
      header: t('sidecars.sidecar'),
      isTitle: true,
      cell: (row) => <Sidecar row={row} />,
    },
    {
      id: 'system',
      header: t('sidecars.system'),
      cell: ({ sidecar, isFirst }) => isFirst && <SystemName system={sidecar.node_details.operating_system} />,
    },
    {
      id: 'tags',
      header: t('sidecars.tags'),
      cell: ({ sidecar: { tags }, isFirst }) => isFirst && <TagList tags={tags} />,
    },
    {
      id: 'collector',
      header: t('sidecars.collectors.one'),
      cell: ({ sidecar, collector }) =>
        collector === undefined ? (
          <DimmedWords>
            {t('sidecars.incompatible', { system: systemName(sidecar.node_details.operating_system) })}
          </DimmedWords>
        ) : (
          <span translate="no">{collector.name}</span>
        ),
    },
    {
      id: 'status',
      header: t('sidecars.status'),
      cell: (row) => <CollectorMark row={row} />,
    },
    {
      id: 'configurations',
      header: t('sidecars.configurations'),
      isWide: true,
      cell: (row) => <Assigned row={row} known={known} />,
    },
  ]
}

function Sidecar({ row: { sidecar, isFirst } }: { row: AdministeredRow }) {
  const { node_id: id, node_name: name, active } = sidecar
  return (
    <RowTitle badges={isFirst && !active && <InactiveBadge />}>
      <AppLink
        to={routes.sidecars.status(id)}
        translate="no"
        title={id}
        {...(active && isFirst ? {} : { c: 'dimmed' })}
      >
        {name}
      </AppLink>
    </RowTitle>
  )
}

/** Only where a configuration is assigned: elsewhere the agent does not run it. */
function CollectorMark({ row: { sidecar, collector } }: { row: AdministeredRow }) {
  if (collector === undefined || assignedTo(sidecar, collector.id).length === 0) return null
  const reports = (sidecar.node_details.status?.collectors ?? []).filter(({ collector_id: id }) => id === collector.id)
  const [worst] = reports.toSorted((a, b) => byUrgency(statusName(a.status ?? 0), statusName(b.status ?? 0)))
  return (
    <StatusMark status={worst === undefined ? 'unknown' : statusName(worst.status ?? 0)} message={worst?.message} />
  )
}

interface AssignedProps {
  readonly row: AdministeredRow
  readonly known: ReadonlyMap<string, ConfigurationSummary>
}

function Assigned({ row: { sidecar, collector }, known }: AssignedProps) {
  const t = useText()
  const assigned = collector === undefined ? [] : assignedTo(sidecar, collector.id)
  if (assigned.length === 0) return null
  const byTag = tagged(sidecar)
  return (
    <Group gap="xs">
      {assigned.flatMap(({ configuration_id: id }) => {
        const configuration = known.get(id)
        if (configuration === undefined) return []
        return [
          <AppLink key={id} to={routes.sidecars.configurationEdit(id)}>
            <ColorLabel color={configuration.color}>
              {configuration.name}
              {byTag.has(id) && (
                <Tooltip label={t('sidecars.byTag')}>
                  <IconTag size={13} role="img" aria-label={t('sidecars.byTag')} />
                </Tooltip>
              )}
            </ColorLabel>
          </AppLink>,
        ]
      })}
    </Group>
  )
}

const tagged = ({ assigned_by_tags: byTags }: SidecarSummary): ReadonlySet<string> =>
  new Set(byTags.map(({ configuration_id: id }) => id))
