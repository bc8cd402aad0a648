import { List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed, DimmedWords } from '../../../ui/dimmed.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import type { ShownDefinition } from '../model/definition-draft.ts'
import { allNotificationsQuery } from '../notification-queries.ts'

/** Who hears of the events, and how often. */
export function NotificationsSummary({ definition }: { definition: ShownDefinition }) {
  const t = useText()
  const facts = useFacts()
  if (definition.notifications.length === 0) {
    return <Dimmed>{t('definitions.notifications.none')}</Dimmed>
  }
  return (
    <>
      <List size="sm">
        {definition.notifications.map(({ notification_id: id }) => (
          <List.Item key={id}>
            <NotificationName id={id} />
          </List.Item>
        ))}
      </List>
      <DefinitionList items={facts(definition)} />
    </>
  )
}

function NotificationName({ id }: { id: string }) {
  const t = useText()
  const { data } = useQuery(allNotificationsQuery(useCall()))
  const title = data?.find((one) => one.id === id)?.title
  if (title === undefined) {
    return <DimmedWords>{t('definitions.notifications.unknown', { id })}</DimmedWords>
  }
  return (
    <AppLink to={routes.alerts.notification(id)} translate="no">
      {title}
    </AppLink>
  )
}

function useFacts(): (definition: ShownDefinition) => readonly (Definition | false)[] {
  const t = useText()
  const durationText = useDurationText()
  return ({ notification_settings: settings, notification_limit: limit, recovery }) => [
    {
      label: t('definitions.grace'),
      value: (
        <span>
          {settings.grace_period_ms === 0 ? t('definitions.grace.none') : durationText(settings.grace_period_ms)}
        </span>
      ),
    },
    {
      label: t('definitions.backlog'),
      value: (
        <span>
          {settings.backlog_size === 0
            ? t('definitions.backlog.none')
            : t('definitions.backlog.count', { count: settings.backlog_size })}
        </span>
      ),
    },
    limit !== null && {
      label: t('definitions.limit'),
      value: <span>{t('definitions.limit.text', { count: limit.count, per: durationText(limit.per_ms) })}</span>,
    },
    recovery.notify && { label: t('definitions.recovery'), value: true },
  ]
}
