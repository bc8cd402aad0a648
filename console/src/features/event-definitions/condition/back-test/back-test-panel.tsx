import type { BackTest } from '@logyard/contract/events/back-test'
import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { Alert, Box, Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { statusText } from '../../../../api/api-error.ts'
import { useMay } from '../../../../base/session/current-user.tsx'
import { useText } from '../../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../../ui/form/api-field-errors.ts'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { type AggregationDraft, type DefinitionDraft, isConditionComplete } from '../../model/definition-draft.ts'
import { BackTestResult } from './back-test-result.tsx'
import { proposedThreshold } from './proposed-threshold.ts'
import { onlyRow, withThreshold } from './rated-rows.ts'
import { useBackTest } from './use-back-test.ts'

const DAYS = [1, 7, 14, 30] as const
/** Types of conditions that the server can run over the past. */
const TESTED: ReadonlySet<string> = new Set(['aggregation-v1', 'steps-v1', 'sql-v1'])

interface BackTestPanelProps {
  readonly draft: DefinitionDraft
  readonly coverage: FieldCoverage | undefined
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
  readonly onProposal: (aggregation: AggregationDraft) => void
}

/** Runs the condition over the past while it is edited. */
export function BackTestPanel({ draft, coverage, onChange, onProposal }: BackTestPanelProps) {
  const t = useText()
  const [days, setDays] = useState<number>(7)
  const canTest = useMay()(createEventDefinition) && TESTED.has(draft.config?.type ?? '')
  const { test, isAutomatic, backTest, isCurrent, counted } = useBackTest(draft, days, canTest)
  useProposal(draft, isCurrent ? backTest : undefined, onProposal)
  if (!canTest) return null
  const daysChoice = (
    <NativeSelect
      size="xs"
      aria-label={t('definitions.backTest.days')}
      data={DAYS.map((value) => ({
        value: String(value),
        label: t('definitions.backTest.lastDays', { count: value }),
      }))}
      value={String(days)}
      onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
    />
  )
  return (
    <FormSection
      title={t('definitions.backTest')}
      description={t('definitions.backTest.help')}
      order={3}
      action={daysChoice}
    >
      {test.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('definitions.backTest.failed')}>
          {Object.values(apiFieldErrors(test.error) ?? {}).join(' ') || statusText(test.error)}
        </Alert>
      )}
      {!isCurrent && !test.isFetching && (!isAutomatic || test.isError) && (
        <div>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} />}
            disabled={!isConditionComplete(draft)}
            onClick={() => void test.refetch()}
          >
            {t('definitions.backTest.run')}
          </Button>
        </div>
      )}
      {backTest === undefined && (test.isFetching || isAutomatic) && !test.isError && (
        <Skeleton h={320} aria-label={t('definitions.backTest.running')} role="status" />
      )}
      {backTest !== undefined && counted !== undefined && (
        <Box aria-busy={test.isFetching} {...(test.isFetching && { opacity: 0.6 })}>
          <BackTestResult
            backTest={backTest}
            counted={counted}
            draft={draft}
            coverage={coverage}
            days={days}
            onChange={onChange}
          />
        </Box>
      )}
    </FormSection>
  )
}

/** Sets the threshold that the back-test proposes, until the user has chosen one. */
function useProposal(
  draft: DefinitionDraft,
  backTest: BackTest | undefined,
  onProposal: (aggregation: AggregationDraft) => void,
): void {
  const { aggregation } = draft
  const row = aggregation.isProposed ? onlyRow(draft) : undefined
  const { series, comparison } = row ?? {}
  const proposed = useMemo(
    () => backTest && series && comparison && proposedThreshold(backTest, { series, comparison })?.threshold,
    [backTest, series, comparison],
  )
  useEffect(() => {
    if (row === undefined || typeof proposed !== 'number' || proposed === row.threshold) return
    onProposal(withThreshold(aggregation, row, proposed))
  })
}
