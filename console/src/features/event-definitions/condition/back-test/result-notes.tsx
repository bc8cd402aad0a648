import type { BackTest } from '@logyard/contract/events/back-test'
import type { CountedFirings } from '@logyard/contract/events/back-test-count'
import { useText } from '../../../../base/text/text.tsx'
import { Dimmed } from '../../../../ui/dimmed.tsx'

interface ResultNotesProps {
  readonly backTest: BackTest
  readonly counted: CountedFirings
}

/** Notes on the limits of the result. */
export function ResultNotes({ backTest, counted }: ResultNotesProps) {
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
    <Dimmed key={note} size="xs">
      {note}
    </Dimmed>
  ))
}
