import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconEye, IconRotate2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { isMissing } from '../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import classes from './alerts.module.css'
import { IncidentSection } from './incidents/incident-section.tsx'
import { useAlertActions } from './states/alert-actions.ts'
import { AlertComments } from './states/alert-comments.tsx'
import { AlertDeliveries } from './states/alert-deliveries.tsx'
import { AlertExplanation } from './states/alert-explanation.tsx'
import { AlertFacts } from './states/alert-facts.tsx'
import { alertQuery, eventsOfAlertQuery } from './states/alert-queries.ts'
import { AssigneeSelect } from './states/assignee-select.tsx'
import { figuresQuery } from './states/evidence-queries.ts'
import { FigureChart } from './states/figure-chart.tsx'
import { MessagesLink } from './states/messages-link.tsx'
import { SnoozeMenu } from './states/snooze-menu.tsx'
import { StateMark } from './states/state-mark.tsx'
import { type EventMessage, useEventMessage } from './use-event-message.ts'

interface AlertDrawerProps {
  readonly refetchInterval: number | false
  readonly definitions: readonly EventDefinition[]
}

/** The alert that the address names, beside the list. */
export function AlertDrawer(props: AlertDrawerProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const id = useQueryValues().get('alert')
  return (
    <Drawer
      opened={id !== null}
      onClose={() => setValues({ alert: undefined })}
      position="right"
      size="xl"
      title={t('alerts.alert')}
    >
      {id !== null && <Content key={id} id={id} {...props} />}
    </Drawer>
  )
}

function Content({ id, refetchInterval, definitions }: AlertDrawerProps & { id: string }) {
  const t = useText()
  const alert = useQuery({ ...alertQuery(useCall(), id), refetchInterval })
  const messageOf = useEventMessage(definitions)
  if (isMissing(alert.error)) return <Text size="sm">{t('alerts.gone')}</Text>
  return (
    <Loaded query={alert} lines={8}>
      {(data) => {
        const definition = definitions.find((one) => one.id === data.event_definition_id)
        return (
          <Stack gap="lg">
            <div>
              <StateMark state={data.state} />
              <Text fw={550} className={classes['comment'] ?? ''} translate="no">
                {messageOf({ ...data, at: data.latest_event_at })}
              </Text>
            </div>
            <Actions alert={data} isDefined={definition !== undefined} />
            {definition !== undefined && <Evidence alert={data} definition={definition} />}
            <AlertExplanation alert={data} isDefined={definition !== undefined} />
            <AlertFacts alert={data} isDefined={definition !== undefined} />
            <IncidentSection
              alertId={id}
              messageOf={(one) => messageOf({ ...one, at: one.latest_event_at })}
              refetchInterval={refetchInterval}
            />
            <AlertDeliveries id={id} refetchInterval={refetchInterval} />
            <AlertComments alert={data} />
            <Events alert={data} messageOf={messageOf} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Evidence({ alert, definition }: { alert: AlertDetails; definition: EventDefinition }) {
  const t = useText()
  const { data: figures } = useQuery(figuresQuery(useCall(), alert))
  const { description, remediation_steps: steps } = definition
  return (
    <>
      {figures !== undefined && <FigureChart figures={figures} openedAt={alert.opened_at} />}
      {description !== '' && (
        <Text size="sm" className={classes['comment'] ?? ''} translate="no">
          {description}
        </Text>
      )}
      {steps !== '' && (
        <section aria-label={t('alerts.remediation')}>
          <Title order={2} size="sm" mb="xs">
            {t('alerts.remediation')}
          </Title>
          <Text size="sm" className={classes['comment'] ?? ''} translate="no">
            {steps}
          </Text>
        </section>
      )}
    </>
  )
}

/** Only users who may read the definition can see the search behind the alert. */
function Actions({ alert, isDefined }: { alert: AlertDetails; isDefined: boolean }) {
  const t = useText()
  const actions = useAlertActions()
  const now = useNow('minute')
  const { id, state, snoozed_until } = alert
  const run = (action: 'acknowledge' | 'resolve' | 'reopen' | 'unsnooze') => void actions.change({ ids: [id], action })
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > now
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {isDefined && <MessagesLink alert={alert} />}
        {state === 'open' && (
          <Button size="xs" variant="default" leftSection={<IconEye size={14} />} onClick={() => run('acknowledge')}>
            {t('alerts.acknowledge')}
          </Button>
        )}
        {state !== 'resolved' && (
          <Button size="xs" variant="default" leftSection={<IconCheck size={14} />} onClick={() => run('resolve')}>
            {t('alerts.resolve')}
          </Button>
        )}
        {state !== 'open' && (
          <Button size="xs" variant="default" leftSection={<IconRotate2 size={14} />} onClick={() => run('reopen')}>
            {t('alerts.reopen')}
          </Button>
        )}
        {state !== 'resolved' && (
          <SnoozeMenu
            isSnoozed={isSnoozed}
            isDisabled={actions.isChanging}
            onSnooze={(until) => void actions.change({ ids: [id], action: 'snooze', until })}
            onEnd={() => run('unsnooze')}
          />
        )}
      </Group>
      <AssigneeSelect alert={alert} actions={actions} />
    </Stack>
  )
}

function Events({ alert, messageOf }: { alert: AlertDetails; messageOf: EventMessage }) {
  const t = useText()
  const { data: events } = useQuery(eventsOfAlertQuery(useCall(), alert))
  const all = routes.alerts.list({ definition: alert.event_definition_id, filter: 'include', state: 'events' })
  return (
    <section aria-label={t('alerts.eventsOfAlert')}>
      <Title order={2} size="sm" mb="xs">
        {t('alerts.eventsOfAlert')}
      </Title>
      {events === undefined ? (
        <LoadingLines lines={3} />
      ) : (
        <ul className={classes['events']}>
          {events.map((event) => (
            <li key={event.id}>
              <Instant instant={event.timestamp} />
              <span translate="no">{messageOf({ ...event, at: event.timestamp })}</span>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" mt="xs">
        <AppLink to={all}>{t('alerts.eventsOfDefinition')}</AppLink>
      </Text>
    </section>
  )
}
