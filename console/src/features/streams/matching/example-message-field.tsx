import { Button, Group, Textarea } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from '../streams.module.css'
import type { Example } from './example-message.ts'

interface ExampleMessageFieldProps {
  readonly text: string
  readonly example: Example
  /** A template with the fields of the rules. */
  readonly suggestion: string
  readonly onChange: (text: string) => void
}

/** The message that the rules are tested with, as a JSON object of its fields. */
export function ExampleMessageField({ text, example, suggestion, onChange }: ExampleMessageFieldProps) {
  const t = useText()
  const isWrong = example.kind === 'not-json' || example.kind === 'not-an-object'
  return (
    <>
      <Textarea
        className={classes['message'] ?? ''}
        label={t('streams.example.fields')}
        description={t('streams.example.fields.help')}
        placeholder={t('streams.example.placeholder')}
        autosize
        minRows={5}
        maxRows={18}
        spellCheck={false}
        value={text}
        error={isWrong && <Problem example={example} />}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTemplate size={14} />}
          onClick={() => onChange(suggestion)}
        >
          {t('streams.example.insert')}
        </Button>
        {text !== '' && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
            {t('streams.example.clear')}
          </Button>
        )}
        {example.kind === 'message' && (
          <Dimmed>{t('streams.example.count', { count: Object.keys(example.fields).length })}</Dimmed>
        )}
      </Group>
    </>
  )
}

function Problem({ example }: { example: Example }) {
  const t = useText()
  switch (example.kind) {
    case 'none':
    case 'message':
      return null
    case 'not-an-object':
      return t('streams.example.notAnObject')
    case 'not-json':
      return (
        <>
          {t('streams.example.notJson')} <span translate="no">{example.reason}</span>
        </>
      )
    default:
      return example satisfies never
  }
}
