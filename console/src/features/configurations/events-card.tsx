import { EVENTS_CONFIG_DEFAULTS, EVENTS_CONFIG_KEY, type EventsConfig } from '@logyard/contract/events/events-config'
import { Checkbox, NumberInput, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster/config-document-query.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { useCanEditDocuments } from './use-can-edit-documents.ts'
import { useSaveConfigDocument } from './use-save-config-document.ts'

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
  const canEdit = useCanEditDocuments()
  const document = useQuery(configDocumentQuery(useCall(), EVENTS_CONFIG_KEY))
  const [isOpen, setIsOpen] = useState(false)
  const config = document.data && eventsConfig(document.data)
  const duration = (ms: number) => <span>{ms === 0 ? t('configurations.events.catchUp.off') : durationText(ms)}</span>
  return (
    <ConfigurationCard
      title={t('configurations.events')}
      description={t('configurations.events.description')}
      onUpdate={canEdit && config !== undefined ? () => setIsOpen(true) : undefined}
    >
      {document.isError && <LoadFailed error={document.error} onRetry={document.refetch} />}
      {document.isPending && <Skeleton h={100} />}
      {config !== undefined && (
        <DefinitionList
          items={[
            { label: t('configurations.events.timeout'), value: duration(config.events_search_timeout) },
            { label: t('configurations.events.retry'), value: duration(config.events_notification_retry_period) },
            { label: t('configurations.events.backlog'), value: config.events_notification_default_backlog },
            { label: t('configurations.events.catchUp'), value: duration(config.events_catchup_window) },
          ]}
        />
      )}
      {isOpen && config !== undefined && <EventsDialog config={config} onClose={() => setIsOpen(false)} />}
    </ConfigurationCard>
  )
}

function EventsDialog({ config, onClose }: { config: EventsConfig; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(config)
  const save = useSaveConfigDocument(EVENTS_CONFIG_KEY)
  const change = (changes: Partial<EventsConfig>) => setDraft((old) => ({ ...old, ...changes }))
  const catchesUp = draft.events_catchup_window > 0
  return (
    <ConfigDialog
      title={t('configurations.events.edit')}
      saveLabel={t('configurations.events.save')}
      isSaving={save.isPending}
      onSave={() => save.mutate({ ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DurationInput
        label={t('configurations.events.timeout')}
        description={t('configurations.events.timeout.help')}
        valueMs={draft.events_search_timeout}
        onChange={(ms) => change({ events_search_timeout: ms })}
      />
      <DurationInput
        label={t('configurations.events.retry')}
        description={t('configurations.events.retry.help')}
        valueMs={draft.events_notification_retry_period}
        onChange={(ms) => change({ events_notification_retry_period: ms })}
      />
      <NumberInput
        label={t('configurations.events.backlog')}
        description={t('configurations.events.backlog.help')}
        min={0}
        max={10_000}
        allowDecimal={false}
        value={draft.events_notification_default_backlog}
        onChange={(size) => typeof size === 'number' && change({ events_notification_default_backlog: size })}
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
          valueMs={draft.events_catchup_window}
          onChange={(ms) => change({ events_catchup_window: ms })}
        />
      )}
    </ConfigDialog>
  )
}
