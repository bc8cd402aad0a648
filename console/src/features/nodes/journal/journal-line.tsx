import { Progress, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import type { NodeFigures } from '../node-figures.ts'
import { fillOf, toneOfFill } from './journal-fill.ts'

/** The journal's utilization and backlog, in two lines. */
export function JournalLine({ figures }: { figures: NodeFigures | undefined }) {
  const t = useText()
  const { unprocessed, segments, appended, read, journalSize, journalLimit } = figures ?? {}
  if (unprocessed === undefined) {
    return <Dimmed>{t(figures === undefined ? 'ui.loading' : 'nodes.journal.unavailable')}</Dimmed>
  }
  const fill = fillOf(journalSize ?? 0, journalLimit ?? 0)
  return (
    <div>
      <Progress size="lg" mb={4} value={100 * fill} color={toneOfFill(fill)} aria-label={t('nodes.journal.filled')} />
      <Text size="xs" c="dimmed">
        {t('nodes.journal.line', { unprocessed, segments: segments ?? 0 })}{' '}
        {t('nodes.journal.rates', { appended: appended ?? 0, read: read ?? 0 })}
      </Text>
    </div>
  )
}
