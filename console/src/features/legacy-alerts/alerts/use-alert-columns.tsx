import type { LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { conditionTypesQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { AlertState } from './alert-state.tsx'
import { useConditionOf } from './use-condition-of.ts'

export function useAlertColumns(): readonly Column<LegacyAlert>[] {
  const t = useText()
  const conditionOf = useConditionOf()
  const streamTitle = useStreamTitles()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  return [
    {
      id: 'condition',
      header: t('legacyAlerts.column.condition'),
      isTitle: true,
      cell: (alert) => {
        const { title, isTitleOfUser } = conditionOf(alert)
        return (
          <AppLink to={routes.legacyAlerts.alert(alert.id)} translate={isTitleOfUser ? 'no' : 'yes'}>
            {title}
          </AppLink>
        )
      },
    },
    {
      id: 'stream',
      header: t('legacyAlerts.column.stream'),
      cell: ({ stream_id: id }) => (
        <AppLink to={routes.streamSearch(id)} translate="no">
          {streamTitle(id)}
        </AppLink>
      ),
    },
    { id: 'state', header: t('legacyAlerts.column.state'), cell: (alert) => <AlertState alert={alert} /> },
    timeColumn({ id: 'triggered', header: t('legacyAlerts.column.triggered'), at: ({ triggered_at: at }) => at }),
    {
      id: 'resolved',
      header: t('legacyAlerts.column.resolved'),
      cell: ({ resolved_at: at, is_interval: isInterval }) => {
        if (at !== null) return <Instant instant={at} />
        return isInterval ? <span>{t('legacyAlerts.ongoing')}</span> : <span>-</span>
      },
    },
    {
      id: 'reason',
      header: t('legacyAlerts.column.reason'),
      isWide: true,
      cell: ({ description }) => <span translate="no">{description}</span>,
    },
    {
      id: 'type',
      header: t('legacyAlerts.column.type'),
      cell: (alert) => {
        const type = conditionOf(alert).condition?.type
        return type === undefined ? <span>-</span> : <span translate="no">{types[type]?.name ?? type}</span>
      },
    },
  ]
}
