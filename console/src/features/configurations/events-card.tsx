import { EVENTS_CONFIG_DEFAULTS, EVENTS_CONFIG_KEY, type EventsConfig } from '@logyard/contract/events/events-config'
import { Checkbox } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { WholeNumberInput } from './whole-number-input.tsx'

const numberOf = (document: ConfigDocument, key: keyof EventsConfig): number => {
  const value = document[key]
  return typeof value === 'number' ? value : EVENTS_CONFIG_DEFAULTS[key]
}

const eventsConfig = (document: ConfigDocument): EventsConfig => ({
  events_search_timeout: numberOf(document, 'events_search_timeout'),
  events_notification_retry_period: numberOf(document, 'events_notification_retry_period'),
  events_notification_default_backlog: numberOf(document, 'events_notification_default_backlog'),
  events_catchup_window: numberOf(document, 'events_catchup_window'),
})

/** How event definitions are evaluated, and when notifications are sent again. */
export function EventsCard() {
  const t = useText()
  const durationText = useDurationText()
  const duration = (ms: number) => <span>{ms === 0 ? t('configurations.events.catchUp.off') : durationText(ms)}</span>
  return (
    <DocumentCard
      documentKey={EVENTS_CONFIG_KEY}
      title={t('configurations.events')}
      description={t('configurations.events.description')}
      read={eventsConfig}
      items={(config) => [
        { label: t('configurations.events.timeout'), value: duration(config.events_search_timeout) },
        { label: t('configurations.events.retry'), value: duration(config.events_notification_retry_period) },
        { label: t('configurations.events.backlog'), value: config.events_notification_default_backlog },
        { label: t('configurations.events.catchUp'), value: duration(config.events_catchup_window) },
      ]}
      editTitle={t('configurations.events.edit')}
      form={(config) => <EventsForm config={config} />}
    />
  )
}

function EventsForm({ config }: { config: EventsConfig }) {
  const t = useText()
  const form = useDocumentForm({ documentKey: EVENTS_CONFIG_KEY, initial: config })
  const { values, change } = form
  const catchesUp = values.events_catchup_window > 0
  return (
    <EntityForm form={form}>
      <DurationInput
        label={t('configurations.events.timeout')}
        description={t('configurations.events.timeout.help')}
        valueMs={values.events_search_timeout}
        onChange={(ms) => change({ events_search_timeout: ms })}
      />
      <DurationInput
        label={t('configurations.events.retry')}
        description={t('configurations.events.retry.help')}
        valueMs={values.events_notification_retry_period}
        onChange={(ms) => change({ events_notification_retry_period: ms })}
      />
      <WholeNumberInput
        label={t('configurations.events.backlog')}
        description={t('configurations.events.backlog.help')}
        min={0}
        max={10_000}
        {...form.choice('events_notification_default_backlog')}
      />
      <Checkbox
        label={t('configurations.events.catchUp.on')}
        description={t('configurations.events.catchUp.help')}
        checked={catchesUp}
        onChange={({ currentTarget }) =>
          change({ events_catchup_window: currentTarget.checked ? EVENTS_CONFIG_DEFAULTS.events_catchup_window : 0 })
        }
      />
      {catchesUp && (
        <DurationInput
          label={t('configurations.events.catchUp')}
          valueMs={values.events_catchup_window}
          onChange={(ms) => change({ events_catchup_window: ms })}
        />
      )}
    </EntityForm>
  )
}
