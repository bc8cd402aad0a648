import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { useRate } from '../../ui/use-rate.ts'
import type { NodeFigures } from './node-figures.ts'

/** Format: `842 msg/s in, 840 msg/s out`. */
export function ThroughputText({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  const rate = useRate()
  if (figures === undefined) return <Text size="sm">{t('ui.loading')}</Text>
  const { input, output } = figures
  if (input === undefined || output === undefined) {
    return <Dimmed>{t('nodes.throughput.unavailable')}</Dimmed>
  }
  return (
    <Text size="sm" fw={600}>
      {t('nodes.throughput', { in: rate(input), out: rate(output) })}
    </Text>
  )
}
