import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { openAlertsQuery } from '../../../alerting/open-alerts-query.ts'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DiagnoseLink } from '../../../ingest/diagnose-link.tsx'
import { missingIn } from '../../../ingest/diagnosis-query.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import type { ShownDefinition } from '../model/definition-draft.ts'
import { useConditionWords } from '../summary/use-condition-words.ts'
import { definitionRunsQuery } from './run-queries.ts'
import { RunStrip } from './run-strip.tsx'

const SHOWN_RUNS = 100

/** The activity of a definition: its runs, its alerts, and its last firing. */
export function ActivitySection({ id, definition }: { readonly id: string; readonly definition: ShownDefinition }) {
  const t = useText()
  const call = useCall()
  const canEdit = useMay()(updateEventDefinition, { id })
  const conditionWords = useConditionWords()
  const { data: found } = useQuery(definitionRunsQuery(call, id))
  const { data: open } = useQuery(openAlertsQuery(call))
  const runs = found?.runs ?? []
  const lastFired = found?.last_fired_at ?? null
  return (
    <FormSection title={t('definitions.activity')} description={conditionWords(definition.config)}>
      <Stack gap="sm" align="flex-start">
        {runs.length === 0 ? (
          <Dimmed>{t('definitions.runs.none')}</Dimmed>
        ) : (
          <RunStrip runs={runs} config={definition.config} count={Math.min(SHOWN_RUNS, runs.length)} />
        )}
        <DefinitionList
          items={[
            {
              label: t('definitions.lastFired'),
              value:
                lastFired === null ? (
                  <span>
                    {t('definitions.lastFired.never')} ·{' '}
                    <DiagnoseLink {...missingIn(streamsOf(definition), undefined)} />
                  </span>
                ) : (
                  <Instant instant={lastFired} />
                ),
            },
            {
              label: t('definitions.openAlerts'),
              value: (
                <AppLink to={routes.alerts.list({ definition: id, state: 'open' })}>
                  {open?.by_definition[id] ?? 0}
                </AppLink>
              ),
            },
          ]}
        />
        {canEdit && definition.config.type === 'aggregation-v1' && (
          <LinkButton
            to={routes.alerts.definitionEdit(id, { step: 'condition' })}
            variant="default"
            leftSection={<IconHistory size={16} />}
          >
            {t('definitions.testOnPast')}
          </LinkButton>
        )}
      </Stack>
    </FormSection>
  )
}

const streamsOf = ({ config }: ShownDefinition): readonly string[] =>
  config.type === 'aggregation-v1' ? config.streams : []
