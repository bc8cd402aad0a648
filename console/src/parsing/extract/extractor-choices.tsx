import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import type { DraftedExpressions } from '../grok-run/grok-task.ts'
import { PatternText } from '../pattern-text/pattern-text.tsx'
import classes from './extract.module.css'

/** The types without a draft, which the form of a new extractor asks about. */
const OTHER_TYPES = ['copy_input', 'json', 'regex_replace', 'split_and_index', 'substring'] as const

/** `grok` is for the selected part. */
export type ExtractorChoice = 'regex' | 'grok' | 'grokOfAll' | (typeof OTHER_TYPES)[number]

interface ExtractorChoicesProps {
  readonly drafts: DraftedExpressions | undefined
  /** The type of the form that takes the draft; absent: all types are offered. */
  readonly only: 'regex' | 'grok' | undefined
  readonly value: ExtractorChoice
  readonly onChange: (choice: ExtractorChoice) => void
}

export function ExtractorChoices({ drafts, only, value, onChange }: ExtractorChoicesProps) {
  const t = useText()
  const option = (choice: ExtractorChoice, draft?: ReactNode) => (
    <Radio
      key={choice}
      value={choice}
      styles={{ body: { alignItems: 'flex-start' }, labelWrapper: { flex: 1, minWidth: 0 } }}
      label={t(`parsing.extract.type.${choice}`)}
      description={draft}
    />
  )
  return (
    <Radio.Group label={t('parsing.extract.how')} value={value} onChange={onChange}>
      <Stack gap={8} mt={6}>
        {only !== 'grok' &&
          drafts?.regex !== undefined &&
          option('regex', <PatternText pattern={drafts.regex} language="regex" isWhole />)}
        {only !== 'regex' && drafts !== undefined && (
          <>
            {drafts.grok !== undefined && option('grok', <PatternText pattern={drafts.grok} isWhole />)}
            {option('grokOfAll', <PatternText pattern={drafts.grokOfAll} isWhole />)}
          </>
        )}
        {only === undefined && (
          <>
            <Dimmed size="xs">{t('parsing.extract.others')}</Dimmed>
            <div className={classes['others']}>{OTHER_TYPES.map((type) => option(type))}</div>
          </>
        )}
      </Stack>
    </Radio.Group>
  )
}
