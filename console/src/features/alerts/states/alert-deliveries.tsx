import type { AlertDelivery } from '@logyard/contract/alerts/alert-evidence'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import classes from '../alerts.module.css'
import { deliveriesQuery } from './evidence-queries.ts'

const TONES = { sent: 'ok', retrying: 'warn', failed: 'bad' } as const

/** The notifications of the alert: recipients, times and results. */
export function AlertDeliveries({ id, refetchInterval }: { id: string; refetchInterval: number | false }) {
  const t = useText()
  const { data: deliveries } = useQuery({ ...deliveriesQuery(useCall(), id), refetchInterval })
  if (deliveries === undefined) return null
  return (
    <section aria-label={t('alerts.deliveries')}>
      <Title order={2} size="sm" mb="xs">
        {t('alerts.deliveries')}
      </Title>
      {deliveries.length === 0 ? (
        <Dimmed size="sm">{t('alerts.deliveries.none')}</Dimmed>
      ) : (
        <ul className={classes['events']}>
          {deliveries.map((delivery) => (
            <Delivery key={`${delivery.notification_id} ${delivery.event_id} ${delivery.kind}`} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Delivery({ delivery: { at, title, kind, result, attempts, reason } }: { delivery: AlertDelivery }) {
  const t = useText()
  return (
    <li>
      <Instant instant={at} />
      <span translate="no">{title}</span>
      {kind !== 'event' && <span>{t(`alerts.deliveries.kind.${kind}`)}</span>}
      <StatusDot tone={TONES[result]}>{t(`alerts.deliveries.${result}`, { count: attempts })}</StatusDot>
      {reason !== null && (
        <Text span size="xs" c="dimmed" translate="no">
          {reason}
        </Text>
      )}
    </li>
  )
}
