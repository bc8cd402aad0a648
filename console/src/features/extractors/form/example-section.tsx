import type { TriedExample } from '@logyard/contract/extractors/try-extractor'
import type { LocatedCapture } from '@logyard/languages/grok/compile-grok'
import { Alert, Anchor, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { MessageLoader } from '../../../messages-table/loader/message-loader.tsx'
import { useExtract, useExtractableText } from '../../../parsing/extract/extract-provider.tsx'
import type { ExtractSource } from '../../../parsing/extract/extract-source.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { ExtractedText } from '../preview/extracted-text.tsx'
import classes from './extractor-form.module.css'

interface ExampleSectionProps {
  readonly inputId: string
  readonly sourceField: string
  readonly message: LoadedMessage | undefined
  /** The text of the source field, if the message has one. */
  readonly text: string | undefined
  readonly result: TriedExample | undefined
  /** Where a grok pattern found its captures. */
  readonly located: readonly LocatedCapture[] | undefined
  readonly onLoad: (message: LoadedMessage) => void
  /** Takes drafts for parts of the example; absent if the type has none. */
  readonly draftSource: ExtractSource | undefined
}

const SOURCES = ['id', 'recent', 'raw'] as const
/** Longer values are cut here, not in the extractor. */
const SHOWN_CHARACTERS = 20_000

/** The example, with what is extracted from it marked in colour. */
export function ExampleSection(props: ExampleSectionProps) {
  const { inputId, sourceField, message, text, result, located, onLoad, draftSource } = props
  const t = useText()
  const draft = useExtract(draftSource)
  const shown = useExtractableText<HTMLElement>(draftSource)
  const [isOpen, setIsOpen] = useState(false)
  const load = (loaded: LoadedMessage) => {
    setIsOpen(false)
    onLoad(loaded)
  }
  return (
    <FormSection title={t('extractors.example')}>
      {text === undefined ? (
        <Alert color="amber" icon={<IconInfoCircle />}>
          {message === undefined
            ? t('extractors.example.none')
            : t('extractors.example.noText', { field: sourceField })}
        </Alert>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section ref={shown} className={classes['example']} aria-label={t('extractors.example.value')} tabIndex={0}>
          <ExtractedText text={text.slice(0, SHOWN_CHARACTERS)} extracted={result && { ...result, located }} />
        </section>
      )}
      {text !== undefined && text.length > SHOWN_CHARACTERS && (
        <Dimmed size="xs">{t('extractors.example.cut', { shown: SHOWN_CHARACTERS, length: text.length })}</Dimmed>
      )}
      <Text size="sm" c="dimmed">
        {t('extractors.example.wrong')}{' '}
        <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('extractors.example.another')}
        </Anchor>
        {draft !== undefined && (
          <>
            {' '}
            <Anchor component="button" type="button" size="sm" onClick={() => draft()}>
              {t('parsing.extract.fromExample')}
            </Anchor>
          </>
        )}
      </Text>
      {isOpen && <MessageLoader sources={SOURCES} inputId={inputId} onLoad={load} />}
    </FormSection>
  )
}
