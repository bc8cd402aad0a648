import { Progress, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import type { NodeFigures } from './node-figures.ts'

/** The server's own memory: used, reserved and maximum. */
export function MemoryBar({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  const bytes = useBytes()
  const { heapUsed, heapCommitted, heapMax } = figures ?? {}
  if (heapUsed === undefined || heapCommitted === undefined || heapMax === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t(figures === undefined ? 'ui.loading' : 'nodes.memory.unavailable')}
      </Text>
    )
  }
  const share = (part: number) => (100 * part) / heapMax
  const words = t('nodes.memory.text', {
    used: bytes(heapUsed),
    committed: bytes(heapCommitted),
    max: bytes(heapMax),
  })
  return (
    <div>
      <Progress.Root size="lg" mb={4}>
        <Progress.Section value={share(heapUsed)} color="spruce" aria-label={t('nodes.memory.used')} />
        <Progress.Section
          value={share(Math.max(0, heapCommitted - heapUsed))}
          color="gray.5"
          aria-label={t('nodes.memory.reserved')}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </div>
  )
}
