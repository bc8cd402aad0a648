import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './getting-started.module.css'
import { sendCommand } from './send-command.ts'
import { Step } from './step.tsx'
import type { RunningInput } from './use-first-steps.ts'

interface SendStepProps {
  readonly running: readonly RunningInput[]
  readonly isDone: boolean
}

/** A test message to send to one of the running inputs, ready to copy. */
export function SendStep({ running, isDone }: SendStepProps) {
  const t = useText()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = running.find(({ input }) => input.id === chosenId) ?? running[0]
  return (
    <Step number={2} title={t('gettingStarted.send')} isDone={isDone}>
      {chosen === undefined ? (
        <Text size="sm" c="dimmed">
          {t('gettingStarted.send.wait')}
        </Text>
      ) : (
        <>
          {running.length > 1 && (
            <Select
              maw={420}
              my="xs"
              label={t('gettingStarted.send.input')}
              attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
              allowDeselect={false}
              data={running.map(({ input }) => ({ value: input.id, label: `${input.title} (${input.name})` }))}
              value={chosen.input.id}
              onChange={setChosenId}
            />
          )}
          <Command chosen={chosen} />
        </>
      )}
    </Step>
  )
}

function Command({ chosen: { input } }: { chosen: RunningInput }) {
  const t = useText()
  const command = sendCommand(input, window.location.hostname)
  if (command === undefined) return <Text size="sm">{t('gettingStarted.send.none')}</Text>
  const { kind, text } = command
  return (
    <>
      <Text size="sm">{t(`gettingStarted.send.${kind}`)}</Text>
      <div className={classes['command']}>
        <section className={classes['commandText']} aria-label={t('gettingStarted.send.command')}>
          <pre translate="no">{text}</pre>
        </section>
        <CopyButton value={text} label={t('gettingStarted.send.copy')} />
      </div>
    </>
  )
}
