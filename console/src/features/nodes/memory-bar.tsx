import { Progress } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import type { NodeFigures } from './node-figures.ts'

/** The server's own memory: used, reserved and maximum. */
export function MemoryBar({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  const bytes = useBytes()
  const { heapUsed, heapCommitted, heapMax } = figures ?? {}
  if (heapUsed === undefined || heapCommitted === undefined || heapMax === undefined) {
    return <Dimmed>{t(figures === undefined ? 'ui.loading' : 'nodes.memory.unavailable')}</Dimmed>
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
      <Dimmed size="xs">{words}</Dimmed>
    </div>
  )
}
