import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { SendLine } from '../../ingest/sending/send-line.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Step } from '../../ui/step/step.tsx'
import type { RunningInput } from './use-first-steps.ts'

/** More inputs than this do not fit side by side. */
const MOST_SEGMENTS = 3

/** A test message to send to one of the running inputs, ready to copy. */
export function SendStep({ running, isDone }: { readonly running: readonly RunningInput[]; readonly isDone: boolean }) {
  const t = useText()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = running.find(({ input }) => input.id === chosenId) ?? running[0]
  const data = running.map(({ input }) => ({ value: input.id, label: input.title }))
  return (
    <Step number={2} title={t('gettingStarted.send')} isDone={isDone}>
      {chosen === undefined ? (
        <Dimmed>{t('gettingStarted.send.wait')}</Dimmed>
      ) : (
        <>
          {data.length > 1 && data.length <= MOST_SEGMENTS && (
            <SegmentedControl
              my="xs"
              size="xs"
              translate="no"
              aria-label={t('gettingStarted.send.input')}
              data={data}
              value={chosen.input.id}
              onChange={setChosenId}
            />
          )}
          {data.length > MOST_SEGMENTS && (
            <Select
              maw={420}
              my="xs"
              label={t('gettingStarted.send.input')}
              attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
              allowDeselect={false}
              data={data}
              value={chosen.input.id}
              onChange={setChosenId}
            />
          )}
          <SendLine key={chosen.input.id} input={chosen.input} />
        </>
      )}
    </Step>
  )
}
