import { Box, Group, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useThroughput } from '../../cluster/use-throughput.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { useRate } from '../../ui/use-rate.ts'
import { Section } from './section.tsx'
import { ThroughputChart } from './throughput-chart.tsx'

/** Fewer points are no line. */
const MIN_POINTS = 3

export function ThroughputSection() {
  const t = useText()
  const { latest, history } = useThroughput()
  const rate = useRate()
  const peak = Math.max(0, ...history.map(({ input, output }) => Math.max(input, output)))
  return (
    <Section title={t('overview.throughput')}>
      {latest === undefined ? (
        <Box mih={168}>
          <LoadingLines lines={5} />
        </Box>
      ) : (
        <>
          <Group gap="lg" mb="sm">
            <Figure label={t('overview.throughput.in')} value={rate(latest.input)} tone="var(--ly-chart-in)" />
            <Figure label={t('overview.throughput.out')} value={rate(latest.output)} tone="var(--ly-chart-out)" />
            <Figure label={t('overview.throughput.peak')} value={rate(peak)} />
          </Group>
          {history.length < MIN_POINTS ? (
            <Text size="sm" c="dimmed" mih={168}>
              {t('overview.throughput.later')}
            </Text>
          ) : (
            <ThroughputChart history={history} label={t('overview.throughput.chart')} />
          )}
        </>
      )}
    </Section>
  )
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: string }) {
  return (
    <div>
      <Group gap={6}>
        {tone !== undefined && (
          <svg width={10} height={10} aria-hidden="true">
            <rect width={10} height={10} rx={2} fill={tone} />
          </svg>
        )}
        <Dimmed size="xs">{label}</Dimmed>
      </Group>
      <Text size="xl" fw={600} lh={1.2}>
        {value}
      </Text>
    </div>
  )
}
