import { countFailures } from '@logyard/contract/ingest/failures'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { failureCountsQuery } from '../../ingest/failure-counts.ts'
import classes from './inputs.module.css'

/** How many messages could not be decoded or stored, as a link to them. */
export function FailureCount({ input }: { input: InputSummary }) {
  const t = useText()
  const canSee = useMay()(countFailures)
  const counts = useQuery({ ...failureCountsQuery(useCall()), enabled: canSee })
  if (counts.data === undefined) return '–'
  const count = counts.data.inputs.find(({ id }) => id === input.id)?.count ?? 0
  if (count === 0) return '0'
  return (
    <AppLink
      to={routes.indices.failures({ input: input.id })}
      className={classes['failures'] ?? ''}
      aria-label={t('inputs.failures', { count })}
    >
      {t('inputs.count', { count })}
    </AppLink>
  )
}
