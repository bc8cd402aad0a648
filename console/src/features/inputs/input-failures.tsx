import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { failureCountsQuery } from '../../cluster/failure-counts.ts'
import classes from './inputs.module.css'

/** The number of messages that could not be decoded or stored, with a link to them; hidden if zero. */
export function InputFailures({ input }: { input: InputSummary }) {
  const t = useText()
  const canSee = useMay()('indices:failures')
  const counts = useQuery({ ...failureCountsQuery(useCall()), enabled: canSee })
  const count = counts.data?.inputs.find(({ id }) => id === input.id)?.count ?? 0
  if (count === 0) return null
  return (
    <Group gap={6} mt="xs" wrap="nowrap" className={classes['failures'] ?? ''}>
      <IconAlertTriangle size={15} aria-hidden />
      <AppLink to={routes.indices.failures({ input: input.id })}>{t('inputs.failures', { count })}</AppLink>
    </Group>
  )
}
