import type { AlarmCallbackHistory, LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { ConfigurationList } from '../../../ui/configured-form/configuration-list.tsx'
import { ConfiguredCard } from '../../../ui/configured-form/configured-card.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { LegacyOff } from '../legacy-page.tsx'
import { alertQuery, callbackTypesQuery, historyQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { AlertMessages } from './alert-messages.tsx'
import { AlertState } from './alert-state.tsx'
import { AlertTimeline } from './alert-timeline.tsx'
import { useConditionOf } from './use-condition-of.ts'

export function AlertScreen() {
  const { id } = useRouteParams(routes.legacyAlerts.alert)
  return (
    <Loaded query={useQuery(alertQuery(useCall(), id))} isPageEntity>
      {(alert) => <AlertPage alert={alert} />}
    </Loaded>
  )
}

function AlertPage({ alert }: { readonly alert: LegacyAlert }) {
  const t = useText()
  const { title } = useConditionOf()(alert)
  const streamTitle = useStreamTitles()(alert.stream_id)
  const history = useQuery(historyQuery(useCall(), alert.stream_id, alert.id))
  useFailureToast(history.error, 'legacyAlerts.toast.historyFailed')
  return (
    <Page
      title={t('legacyAlerts.alert')}
      subject={title}
      description={
        <>
          <AlertState alert={alert} /> {t('legacyAlerts.onStream')} <span translate="no">{streamTitle}</span>
        </>
      }
      crumbs={[{ label: t('legacyAlerts.area'), to: routes.legacyAlerts.list() }]}
      action={<ConditionButton alert={alert} />}
    >
      <LegacyOff />
      <Stack gap="lg">
        <FormSection title={t('legacyAlerts.timeline')}>
          <AlertTimeline alert={alert} histories={history.data ?? []} />
        </FormSection>
        <FormSection title={t('legacyAlerts.sent')} description={t('legacyAlerts.sent.description')}>
          {history.isError && <LoadFailed error={history.error} onRetry={history.refetch} />}
          <SentNotifications histories={history.data ?? []} />
        </FormSection>
        <AlertMessages alert={alert} />
      </Stack>
    </Page>
  )
}

function ConditionButton({ alert }: { readonly alert: LegacyAlert }) {
  const t = useText()
  const { condition } = useConditionOf()(alert)
  if (condition === undefined) {
    return (
      <ExplainedButton variant="default" disabledBecause={t('legacyAlerts.conditionGone')}>
        {t('legacyAlerts.conditionDetails')}
      </ExplainedButton>
    )
  }
  return (
    <LinkButton variant="default" to={routes.legacyAlerts.condition(alert.stream_id, condition.id)}>
      {t('legacyAlerts.conditionDetails')}
    </LinkButton>
  )
}

/** The notifications of an alert, with the configuration that they had. */
function SentNotifications({ histories }: { readonly histories: readonly AlarmCallbackHistory[] }) {
  const t = useText()
  const types = useQuery(callbackTypesQuery(useCall())).data ?? {}
  if (histories.length === 0) {
    return <Dimmed>{t('legacyAlerts.sent.none')}</Dimmed>
  }
  return (
    <Stack gap="sm">
      {histories.map(({ id, alarmcallbackconfiguration: callback, result, created_at }) => (
        <ConfiguredCard
          key={id}
          title={callback.title ?? t('legacyAlerts.untitled')}
          headingOrder={3}
          typeName={types[callback.type]?.name ?? callback.type}
          contentPack={undefined}
          badges={
            <StatusDot tone={result.type === 'success' ? 'ok' : 'bad'}>
              {t(result.type === 'success' ? 'legacyAlerts.sent.success' : 'legacyAlerts.sent.error')}
            </StatusDot>
          }
          facts={<Instant instant={created_at} />}
          controls={null}
        >
          {result.type === 'error' && (
            <Text size="sm" c="var(--ly-bad-text)" translate="no">
              {result.error}
            </Text>
          )}
          <ConfigurationList values={callback.configuration} request={types[callback.type]?.requested_configuration} />
        </ConfiguredCard>
      ))}
    </Stack>
  )
}
