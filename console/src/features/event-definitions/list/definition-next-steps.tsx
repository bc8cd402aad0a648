import { IconBell, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { NextStep, NextSteps } from '../../../ui/next-steps/next-steps.tsx'
import { definitionRunsQuery } from '../activity/run-queries.ts'

/** After a definition was created: how often it has fired since, and would have fired before. */
export function DefinitionNextSteps() {
  const id = useQueryValues().get('created')
  return id === null ? null : <StepsOf id={id} />
}

function StepsOf({ id }: { readonly id: string }) {
  const t = useText()
  const runs = useQuery(definitionRunsQuery(useCall(), id)).data?.runs
  if (runs === undefined) return null
  const events = runs.reduce((sum, run) => sum + run.events, 0)
  return (
    <NextSteps title={t('definitions.next')}>
      <NextStep Icon={IconBell} label={t('definitions.next.alerts')} to={routes.alerts.list({ definition: id })}>
        <span role="status">{t('definitions.next.fired', { runs: runs.length, events })}</span>
      </NextStep>
      <NextStep Icon={IconHistory} label={t('definitions.testOnPast')} to={routes.alerts.definition(id)} />
    </NextSteps>
  )
}
