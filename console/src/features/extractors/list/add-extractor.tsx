import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { MessageLoader } from '../../../messages-table/loader/message-loader.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LoadedFields } from './loaded-fields.tsx'

interface AddExtractorProps {
  readonly input: InputSummary
  /** The input has no extractor yet. */
  readonly isFirst: boolean
}

const SOURCES = ['recent', 'id', 'raw'] as const

/** Starts a new extractor: load a message, select a field and a type. */
export function AddExtractor({ input, isFirst }: AddExtractorProps) {
  const t = useText()
  const [isStarted, setIsStarted] = useState(false)
  const [message, setMessage] = useState<LoadedMessage>()
  return (
    <FormSection
      title={t('extractors.add')}
      description={t('extractors.add.text')}
      action={
        <Button
          size="xs"
          variant={isFirst ? 'filled' : 'default'}
          disabled={isStarted}
          onClick={() => setIsStarted(true)}
        >
          {t('extractors.getStarted')}
        </Button>
      }
    >
      {isStarted && (
        <Stack gap="md">
          <MessageLoader
            sources={SOURCES}
            inputId={input.id}
            onLoad={setMessage}
            onSource={() => setMessage(undefined)}
          />
          {message !== undefined && <LoadedFields input={input} message={message} />}
          {message === undefined && <Dimmed>{t('extractors.add.load')}</Dimmed>}
        </Stack>
      )}
    </FormSection>
  )
}
