import type { BackTest } from '@logyard/contract/events/back-test'
import { Button, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { figureText } from './figure-text.ts'
import { daysOf, proposedThreshold } from './proposed-threshold.ts'
import type { RatedRow } from './rated-rows.ts'

interface ProposalProps {
  readonly backTest: BackTest
  readonly row: RatedRow
  readonly days: number
  readonly onThreshold: (threshold: number) => void
}

/** A threshold at which the condition would have fired rarely, unless it is set already. */
export function Proposal({ backTest, row, days, onThreshold }: ProposalProps) {
  const t = useText()
  const { series, comparison } = row
  const proposed = useMemo(() => proposedThreshold(backTest, { series, comparison }), [backTest, series, comparison])
  if (proposed === undefined) return null
  const { threshold, firings } = proposed
  const perDay = Math.round(firings / Math.max(1, daysOf(backTest)))
  const values = { threshold: figureText(threshold), sign: comparison === '>=' ? 'least' : 'above' }
  return (
    <Group gap="xs">
      <Text size="sm">
        {perDay >= 1
          ? t('definitions.backTest.proposal.daily', { ...values, count: perDay })
          : t('definitions.backTest.proposal', { ...values, count: firings, days })}
      </Text>
      {threshold !== row.threshold && (
        <Button size="compact-xs" variant="light" onClick={() => onThreshold(threshold)}>
          {t('definitions.backTest.proposal.use', values)}
        </Button>
      )}
    </Group>
  )
}
