import type { QueryResult } from '@logyard/contract/search/search-jobs'
import type { View } from '@logyard/contract/views/views'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../base/text/text.tsx'
import { useZone } from '../query/time-range/use-range-text.ts'
import { wallClock } from '../query/time-range/zoned-time.ts'
import { Dimmed } from '../ui/dimmed.tsx'

export interface DescriptionSectionProps {
  readonly kind: 'search' | 'dashboard'
  /** The title of the saved search or dashboard, or what stands for it. */
  readonly title: ReactNode
  readonly view: View | undefined
  /** Facts about the latest execution; absent before the first one. */
  readonly executed: Pick<QueryResult['execution_stats'], 'timestamp' | 'duration'> | undefined
}

/** The latest execution, and the summary and description of the saved search or dashboard. */
export function DescriptionSection({ kind, title, view, executed }: DescriptionSectionProps) {
  const t = useText()
  const zone = useZone()
  return (
    <Stack gap="md">
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Fact label={t('widgets.description.execution')}>
        {executed === undefined
          ? t('widgets.description.notExecuted')
          : t('widgets.description.executed', {
              duration: executed.duration,
              time: wallClock(Date.parse(executed.timestamp), zone),
            })}
      </Fact>
      {view !== undefined && (
        <>
          <Fact label={t('widgets.facts.summary')} isData={view.summary !== ''}>
            {view.summary === '' ? t(`widgets.description.${kind}.noSummary`) : view.summary}
          </Fact>
          <Fact label={t('widgets.facts.description')} isData={view.description !== ''}>
            {view.description === '' ? t(`widgets.description.${kind}.noDescription`) : view.description}
          </Fact>
        </>
      )}
      <Dimmed size="xs">{t(`widgets.description.${kind}.${view === undefined ? 'hintUnsaved' : 'hint'}`)}</Dimmed>
    </Stack>
  )
}

interface FactProps {
  readonly label: string
  readonly isData?: boolean
  readonly children: string
}

function Fact({ label, isData = false, children }: FactProps) {
  return (
    <div>
      <Dimmed size="xs">{label}</Dimmed>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }} translate={isData ? 'no' : 'yes'}>
        {children}
      </Text>
    </div>
  )
}
