import { Priority } from '../../../alerting/priority.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { timeColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import type { DefinitionRow } from '../definition-queries.ts'
import { ScheduleState } from '../summary/schedule-state.tsx'
import { useTimingText } from '../summary/use-timing-text.ts'
import { useTypeName } from '../summary/use-type-name.ts'

export function useDefinitionColumns(): readonly Column<DefinitionRow>[] {
  const t = useText()
  const typeName = useTypeName()
  const timingText = useTimingText()
  return [
    titleColumn({
      id: 'title',
      header: t('definitions.title'),
      name: ({ definition }) => definition.title,
      to: ({ definition }) => routes.alerts.definition(definition.id),
      description: ({ definition }) => definition.description,
    }),
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
          <DimmedWords>{t('definitions.notifications.noneShort')}</DimmedWords>
        ) : (
          notifications.length
        ),
    },
    {
      id: 'status',
      header: t('definitions.status'),
      cell: ({ scheduler }) => <ScheduleState scheduler={scheduler} />,
    },
    timeColumn({ id: 'next', header: t('definitions.nextRun'), at: ({ scheduler }) => scheduler.next_time }),
  ]
}
