import { type SchedulerContext, updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { grn } from '@logyard/contract/identity/shares'
import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useGo, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { ShareButton } from '../../sharing/share-button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { allowed } from '../../ui/menu/ready-actions.tsx'
import { RowActionsMenu } from '../../ui/menu/row-actions-menu.tsx'
import { useHistoryAction } from '../../ui/menu/use-history-action.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { ActivitySection } from './activity/activity-section.tsx'
import { type DefinitionRow, definitionQuery } from './definition-queries.ts'
import { useDefinitionRowActions } from './list/use-definition-row-actions.tsx'
import { DefinitionSummary } from './summary/definition-summary.tsx'
import { ScheduleState } from './summary/schedule-state.tsx'
import { useDefinitionCrumbs } from './use-definition-crumbs.ts'
import { useLeaveIfMissing } from './use-leave-if-missing.ts'

export function DefinitionScreen() {
  const { id } = useRouteParams(routes.alerts.definition)
  const found = useQuery(definitionQuery(useCall(), id))
  useLeaveIfMissing(id, found.error)
  return (
    <Loaded query={found} isPageEntity isShareable>
      {(row) => <DefinitionPage row={row} />}
    </Loaded>
  )
}

function DefinitionPage({ row }: { readonly row: DefinitionRow }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { id, title, description } = row.definition
  const canEdit = may(updateEventDefinition, { id })
  const historyOf = useHistoryAction()
  const actions = useDefinitionRowActions(() => go(routes.alerts.definitions()))
  return (
    <Page
      title={t('definitions.one')}
      subject={title}
      description={<span translate="no">{description}</span>}
      crumbs={useDefinitionCrumbs()}
      action={
        <Group gap="xs" wrap="nowrap">
          <ShareButton grn={grn('event_definition', id)} type="event_definition" title={title} />
          {canEdit && (
            <LinkButton to={routes.alerts.definitionEdit(id)} leftSection={<IconEdit size={16} />}>
              {t('definitions.edit')}
            </LinkButton>
          )}
          <RowActionsMenu
            name={title}
            actions={allowed(...actions(row).filter(({ isQuick }) => isQuick !== true), historyOf(id, title))}
          />
        </Group>
      }
    >
      <ActivitySection id={id} definition={row.definition} />
      <DefinitionSummary definition={row.definition} />
      <ScheduleSection scheduler={row.scheduler} />
    </Page>
  )
}

/** When it ran, and when it runs next. */
function ScheduleSection({ scheduler }: { scheduler: SchedulerContext }) {
  const t = useText()
  const { is_scheduled: isScheduled, triggered_at: ran, next_time: next, data, problem } = scheduler
  const at = (instant: string | null) => (instant === null ? null : <Instant instant={instant} />)
  return (
    <FormSection title={t('definitions.schedule')}>
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('definitions.status.failed')}>
          <span translate="no">{problem}</span>
        </Alert>
      )}
      {isScheduled ? (
        <DefinitionList
          items={[
            { label: t('definitions.status'), value: <ScheduleState scheduler={scheduler} /> },
            { label: t('definitions.lastRun'), value: at(ran) },
            { label: t('definitions.nextRun'), value: at(next) },
            {
              label: t('definitions.nextRange'),
              value:
                data === null ? null : (
                  <Text span inherit>
                    <Instant instant={data.timerange_from} /> – <Instant instant={data.timerange_to} />
                  </Text>
                ),
            },
          ]}
        />
      ) : (
        <Dimmed>{t('definitions.notScheduled')}</Dimmed>
      )}
    </FormSection>
  )
}
