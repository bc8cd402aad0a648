import { Text } from '@mantine/core'
import { Priority } from '../../../alerting/priority.tsx'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import type { DefinitionRow } from '../definition-queries.ts'
import { ScheduleState } from '../summary/schedule-state.tsx'
import { useTimingText } from '../summary/use-timing-text.ts'
import { useTypeName } from '../summary/use-type-name.ts'

export function useDefinitionColumns(): readonly Column<DefinitionRow>[] {
  const t = useText()
  const typeName = useTypeName()
  const timingText = useTimingText()
  return [
    {
      id: 'title',
      header: t('definitions.title'),
      isWide: true,
      cell: ({ definition: { id, title, description } }) => (
        <RowTitle description={description}>
          <AppLink to={routes.alerts.definition(id)} translate="no">
            {title}
          </AppLink>
        </RowTitle>
      ),
    },
    {
      id: 'priority',
      header: t('alerting.priority'),
      cell: ({ definition }) => <Priority priority={definition.priority} />,
    },
    {
      id: 'condition',
      header: t('definitions.condition'),
      cell: ({ definition }) => typeName(definition.config),
    },
    {
      id: 'timing',
      header: t('definitions.timing'),
      cell: ({ definition }) => timingText(definition.config),
    },
    {
      id: 'notifications',
      header: t('definitions.notifications'),
      cell: ({ definition: { notifications } }) =>
        notifications.length === 0 ? (
          <Text span inherit c="dimmed">
            {t('definitions.notifications.noneShort')}
          </Text>
        ) : (
          notifications.length
        ),
    },
    {
      id: 'status',
      header: t('definitions.status'),
      cell: ({ scheduler }) => <ScheduleState scheduler={scheduler} />,
    },
    {
      id: 'next',
      header: t('definitions.nextRun'),
      cell: ({ scheduler: { next_time: next } }) => (next === null ? '-' : <Instant instant={next} />),
    },
  ]
}
