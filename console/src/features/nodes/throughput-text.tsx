import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import type { NodeFigures } from './node-figures.ts'

/** Format: `In 842 / Out 840 msg/s.` */
export function ThroughputText({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  if (figures === undefined) return <Text size="sm">{t('ui.loading')}</Text>
  const { input, output } = figures
  if (input === undefined || output === undefined) {
    return <Dimmed>{t('nodes.throughput.unavailable')}</Dimmed>
  }
  return (
    <Text size="sm" fw={600}>
      {t('nodes.throughput', { input, output })}
    </Text>
  )
}
