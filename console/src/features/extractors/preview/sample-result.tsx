/** How many recent messages of the input the extractor would match, with some that match and some that do not. */
import type { TriedMessage, TriedSample } from '@logyard/contract/extractors/try-extractor'
import { Progress, Text, UnstyledButton } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { ExtractedText } from './extracted-text.tsx'
import classes from './preview.module.css'

interface SampleResultProps {
  readonly sample: TriedSample
  readonly sourceField: string
  readonly onPick: (message: TriedMessage) => void
}

export function SampleResult({ sample, sourceField, onPick }: SampleResultProps) {
  const t = useText()
  const { checked, matched, without_source: withoutSource, failed } = sample
  if (checked === 0) {
    return <Dimmed>{t('extractors.sample.noMessages')}</Dimmed>
  }
  return (
    <>
      <div>
        <Text size="sm" role="status">
          {t('extractors.sample.matches', { matched, checked })}
        </Text>
        <Progress
          value={(matched / checked) * 100}
          size="sm"
          mt={4}
          aria-label={t('extractors.sample.matches', { matched, checked })}
        />
        {withoutSource > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('extractors.sample.withoutSource', { count: withoutSource, field: sourceField })}
          </Text>
        )}
        {failed > 0 && (
          <Text size="xs" c="var(--ly-bad-text)" mt={4}>
            {t('extractors.sample.failed', { count: failed })}
          </Text>
        )}
      </div>
      <Messages label={t('extractors.sample.matching')} messages={sample.matches} onPick={onPick} />
      <Messages label={t('extractors.sample.notMatching')} messages={sample.misses} onPick={onPick} />
    </>
  )
}

interface MessagesProps {
  readonly label: string
  readonly messages: readonly TriedMessage[]
  readonly onPick: (message: TriedMessage) => void
}

const SHOWN_CHARACTERS = 5000

/** A click takes a message as the example. */
function Messages({ label, messages, onPick }: MessagesProps) {
  const t = useText()
  if (messages.length === 0) return null
  return (
    <div>
      <Dimmed size="xs">{label}</Dimmed>
      <ul aria-label={label}>
        {messages.map((message) => (
          <li key={`${message.index}|${message.id}`}>
            <UnstyledButton
              className={classes['sampleLine'] ?? ''}
              title={t('extractors.sample.use')}
              onClick={() => onPick(message)}
            >
              <ExtractedText text={message.text.slice(0, SHOWN_CHARACTERS)} extracted={message} isOneLine />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
