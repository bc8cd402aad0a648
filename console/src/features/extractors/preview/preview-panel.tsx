import type { TriedMessage } from '@logyard/contract/extractors/try-extractor'
import { Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import type { ExtractorValues } from '../model/extractor-values.ts'
import { ExampleResult } from './example-result.tsx'
import classes from './preview.module.css'
import { SampleResult } from './sample-result.tsx'
import type { Trials } from './use-try.ts'

interface PreviewPanelProps {
  readonly values: ExtractorValues
  /** `undefined` without an example. */
  readonly text: string | undefined
  readonly trials: Trials
  /** The form shows why the server refuses the extractor. */
  readonly isRefused: boolean
  readonly onPick: (message: TriedMessage) => void
  /** Changes the name of a field that the grok pattern names. */
  readonly onRename: (from: string, to: string) => void
}

/** Beside the form: what the extractor takes out of the example, and out of recent messages. */
export function PreviewPanel({ values, text, trials, isRefused, onPick, onRename }: PreviewPanelProps) {
  const t = useText()
  const id = useId()
  const { example, sample, isIncomplete } = trials
  const error = example.error ?? sample.error
  return (
    <section className={classes['preview']} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('extractors.preview')}
      </Title>
      {isIncomplete && <Note text={t('extractors.preview.incomplete')} />}
      {isRefused && !isIncomplete && <Note text={t('extractors.preview.refused')} />}
      {error !== null && !isRefused && <Note text={statusText(error)} isData />}
      {error === null && !isIncomplete && !isRefused && (
        <>
          {text !== undefined && example.result !== undefined && (
            <Stack gap="sm" className={classes['trial'] ?? ''} data-stale={example.isStale || undefined}>
              <ExampleResult values={values} result={example.result} text={text} onRename={onRename} />
            </Stack>
          )}
          <Title order={3}>{t('extractors.sample')}</Title>
          <Stack gap="sm" className={classes['trial'] ?? ''} data-stale={sample.isStale || undefined}>
            {sample.result === undefined ? (
              <Note text={t('extractors.sample.checking')} />
            ) : (
              <SampleResult sample={sample.result} sourceField={values.sourceField} onPick={onPick} />
            )}
          </Stack>
        </>
      )}
    </section>
  )
}

function Note({ text, isData = false }: { text: string; isData?: boolean }) {
  return (
    <Text size="sm" c="dimmed" role="status" translate={isData ? 'no' : 'yes'}>
      {text}
    </Text>
  )
}
