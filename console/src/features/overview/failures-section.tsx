import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { failureCountsQuery } from '../../ingest/failure-counts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import classes from './overview.module.css'
import { Section } from './section.tsx'

/** The number of recent failures to store messages, with a link to them. */
export function FailuresSection() {
  const t = useText()
  const counts = useQuery(failureCountsQuery(useCall()))
  const show = (
    <LinkButton size="xs" variant="default" to={routes.indices.failures()}>
      {t('overview.failures.show')}
    </LinkButton>
  )
  return (
    <Section title={t('overview.failures')} aside={show}>
      <Loaded query={counts} lines={1}>
        {({ last_day: count }) =>
          count === 0 ? (
            <Group gap="xs" className={classes['calm'] ?? ''}>
              <IconCircleCheck size={18} aria-hidden />
              <Text size="sm">{t('overview.failures.none')}</Text>
            </Group>
          ) : (
            <Group gap="xs" wrap="nowrap" c="var(--ly-bad-text)">
              <IconAlertTriangle size={18} aria-hidden />
              <Text size="sm" fw={650}>
                {t('overview.failures.some', { count })}
              </Text>
            </Group>
          )
        }
      </Loaded>
    </Section>
  )
}
