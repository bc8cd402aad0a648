import type { BackTest } from '@logyard/contract/events/back-test'
import type { CountedFirings } from '@logyard/contract/events/back-test-count'
import { Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'

/** What the result does not cover. */
export function ResultNotes({ backTest, counted }: { backTest: BackTest; counted: CountedFirings }) {
  const t = useText()
  const { groups_left_out: leftOut } = backTest
  const { in_grace_period: inGrace, over_limit: overLimit } = counted.notifications
  const notes = [
    ...(backTest.is_shortened ? [t('definitions.backTest.shortened')] : []),
    ...(leftOut.count > 0 ? [t('definitions.backTest.leftOut', { count: leftOut.count })] : []),
    ...(inGrace > 0 ? [t('definitions.backTest.inGrace', { count: inGrace })] : []),
    ...(overLimit > 0 ? [t('definitions.backTest.overLimit', { count: overLimit })] : []),
  ]
  return notes.map((note) => (
    <Text key={note} size="xs" c="dimmed">
      {note}
    </Text>
  ))
}
