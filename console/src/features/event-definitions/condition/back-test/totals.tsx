import type { CountedFirings } from '@logyard/contract/events/back-test-count'
import { Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'

interface TotalsProps {
  readonly counted: CountedFirings
  readonly days: number
  readonly hasNotifications: boolean
}

/** How often it would have fired, in one sentence, with the events and notifications below. */
export function Totals({ counted: { firings, events, notifications }, days, hasNotifications }: TotalsProps) {
  const t = useText()
  const sent = hasNotifications ? 'definitions.backTest.sent' : 'definitions.backTest.sentByOne'
  const count = hasNotifications ? notifications.total : notifications.sent
  return (
    <div role="status" aria-label={t('definitions.backTest.totals')}>
      <Text fw={620} fz="lg">
        {t('definitions.backTest.told', { count: firings.length, days })}
      </Text>
      {events > 0 && (
        <Text size="sm" c="dimmed">
          {t('definitions.backTest.events', { count: events })} ·{' '}
          {t(sent, { count, isEstimate: String(notifications.is_estimate) })}
        </Text>
      )}
    </div>
  )
}
