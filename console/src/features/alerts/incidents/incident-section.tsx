import type { Alert } from '@logyard/contract/alerts/alerts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { IncidentAlerts } from './incident-alerts.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { incidentOfAlertQuery } from './incident-queries.ts'
import { searchOfIncident } from './incident-search.ts'

interface IncidentSectionProps {
  readonly alertId: string
  readonly messageOf: (alert: Alert) => string
  readonly refetchInterval: number | false
}

/** The other alerts of the same incident; nothing if there are none. */
export function IncidentSection({ alertId, messageOf, refetchInterval }: IncidentSectionProps) {
  const t = useText()
  const { data: incident } = useQuery({ ...incidentOfAlertQuery(useCall(), alertId), refetchInterval })
  if (incident === undefined || incident.alert_count < 2) return null
  const search = searchOfIncident(incident)
  return (
    <section aria-label={t('alerts.incident')}>
      <Title order={2} size="sm" mb="xs">
        {t('alerts.incident')}
      </Title>
      <Stack gap={4}>
        <Group gap="sm">
          <Text size="sm">
            {t(incident.shared.length > 0 ? 'alerts.incident.others' : 'alerts.incident.ofDefinition', {
              count: incident.alert_count - 1,
            })}
          </Text>
          <Text size="sm" component="span">
            <IncidentFacts shared={incident.shared} />
          </Text>
        </Group>
        <IncidentAlerts incident={incident} messageOf={messageOf} except={alertId} />
        {search !== undefined && (
          <Text size="sm">
            <AppLink to={search}>{t('alerts.incident.messages')}</AppLink>
          </Text>
        )}
      </Stack>
    </section>
  )
}
