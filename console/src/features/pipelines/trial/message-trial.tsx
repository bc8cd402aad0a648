import { Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage, StoredMessage } from '../../../messages-table/loader/loaded-message.ts'
import { MessageLoader } from '../../../messages-table/loader/message-loader.tsx'
import { pastedMessage } from './pasted-message.ts'
import classes from './trial.module.css'
import { TrialOutcome } from './trial-outcome.tsx'
import { type TriedSource, useTrial } from './use-trial.ts'

interface MessageTrialProps {
  readonly tried: TriedSource
  readonly isValid: boolean
  /** A message to begin with. */
  readonly linked: StoredMessage | undefined
}

const SOURCES = ['recent', 'id'] as const

/** The source on one message, which is pasted or loaded. */
export function MessageTrial({ tried, isValid, linked }: MessageTrialProps) {
  const t = useText()
  const [text, setText] = useState('')
  const message = useMemo(() => pastedMessage(text), [text])
  const example = useMemo(() => (message === undefined ? undefined : { example: { ...message } }), [message])
  const trial = useTrial(tried, example, isValid)
  const load = ({ fields }: LoadedMessage) => setText(JSON.stringify(fields, undefined, 2))
  return (
    <>
      <Textarea
        label={t('pipelines.trial.message')}
        description={t('pipelines.trial.message.help')}
        className={classes['pasted'] ?? ''}
        autosize
        minRows={3}
        maxRows={12}
        mb="sm"
        spellCheck={false}
        translate="no"
        error={text.trim() !== '' && message === undefined && t('pipelines.trial.message.invalid')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <MessageLoader sources={SOURCES} linked={linked} onLoad={load} />
      <div className={classes['below']}>
        <TrialOutcome trial={trial} />
      </div>
    </>
  )
}
