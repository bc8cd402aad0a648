import { Stack, Text } from '@mantine/core'
import { useText } from '../../../app/text/text.tsx'
import { useZone } from '../../../widgets/time-range/use-range-text.ts'
import { wallClock } from '../../../widgets/time-range/zoned-time.ts'
import type { SessionState } from '../session/search-session.ts'

/** What was executed, and what the saved search says of itself. */
export function DescriptionSection({ state }: { state: SessionState }) {
  const t = useText()
  const zone = useZone()
  const { view } = state
  const [query] = Object.values(state.run.outcome?.job.results ?? {})
  const stats = query?.execution_stats
  return (
    <Stack gap="md">
      <Fact label={t('search.description.execution')}>
        {stats === undefined
          ? t('search.info.none')
          : t('search.description.executed', {
              duration: stats.duration,
              time: wallClock(Date.parse(stats.timestamp), zone),
            })}
      </Fact>
      {view !== undefined && (
        <>
          <Fact label={t('search.metadata.summary')} isData={view.summary !== ''}>
            {view.summary === '' ? t('search.description.noSummary') : view.summary}
          </Fact>
          <Fact label={t('search.metadata.description')} isData={view.description !== ''}>
            {view.description === '' ? t('search.description.noDescription') : view.description}
          </Fact>
        </>
      )}
      <Text size="xs" c="dimmed">
        {t(view === undefined ? 'search.description.hintUnsaved' : 'search.description.hint')}
      </Text>
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
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }} translate={isData ? 'no' : 'yes'}>
        {children}
      </Text>
    </div>
  )
}
