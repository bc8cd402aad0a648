import type { AlarmCallbackHistory } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ConfigurationList } from '../../../ui/configured-form/configuration-list.tsx'
import { ConfiguredCard } from '../../../ui/configured-form/configured-card.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { callbackTypesQuery } from '../legacy-queries.ts'

/** The notifications of an alert, with the configuration that they had. */
export function SentNotifications({ histories }: { readonly histories: readonly AlarmCallbackHistory[] }) {
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
