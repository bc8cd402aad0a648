import { Stack, Text } from '@mantine/core'
import { useText } from '../../../app/text/text.tsx'
import { useZone } from '../../../widgets/time-range/use-range-text.ts'
import { wallClock } from '../../../widgets/time-range/zoned-time.ts'
import type { DashboardState } from '../session/dashboard-session.ts'

/** What was executed, and what the dashboard says of itself. */
export function DescriptionSection({ state: { view, run } }: { state: DashboardState }) {
  const t = useText()
  const zone = useZone()
  const { executed } = run
  return (
    <Stack gap="md">
      <Fact label={t('dashboards.description.execution')}>
        {executed === undefined
          ? t('dashboards.description.notExecuted')
          : t('dashboards.description.executed', {
              duration: executed.durationMs,
              time: wallClock(Date.parse(executed.at), zone),
            })}
      </Fact>
      {view !== undefined && (
        <>
          <Fact label={t('dashboards.facts.summary')} isData={view.summary !== ''}>
            {view.summary === '' ? t('dashboards.description.noSummary') : view.summary}
          </Fact>
          <Fact label={t('dashboards.facts.description')} isData={view.description !== ''}>
            {view.description === '' ? t('dashboards.description.noDescription') : view.description}
          </Fact>
        </>
      )}
      <Text size="xs" c="dimmed">
        {t(view === undefined ? 'dashboards.description.hintUnsaved' : 'dashboards.description.hint')}
      </Text>
    </Stack>
  )
}

function Fact({ label, isData = false, children }: { label: string; isData?: boolean; children: string }) {
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
