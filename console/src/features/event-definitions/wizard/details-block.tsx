import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, useId } from 'react'
import { priorityName } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { BlockProps } from '../model/block.ts'

const NAMES = ['low', 'normal', 'high'] as const

/** The title and description of the definition, and the texts of its events. */
export function DetailsBlock({ draft, errors, onChange }: BlockProps) {
  const t = useText()
  const field = (name: 'title' | 'description' | 'event_summary_template' | 'remediation_steps') => ({
    translate: 'no' as const,
    'data-field': name,
    value: draft[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: value }),
  })
  return (
    <Stack gap="md" maw={760}>
      <TextInput label={t('definitions.title')} required autoComplete="off" {...field('title')} />
      <Textarea label={t('definitions.description.optional')} autosize minRows={2} {...field('description')} />
      <PriorityField priority={draft.priority} onChange={(priority) => onChange({ priority })} />
      <TextInput
        label={t('definitions.message.optional')}
        description={t('definitions.message.help')}
        autoComplete="off"
        spellCheck={false}
        {...field('event_summary_template')}
      />
      <Textarea
        label={t('definitions.remediation.optional')}
        description={t('definitions.remediation.help')}
        autosize
        minRows={2}
        maxRows={12}
        {...field('remediation_steps')}
      />
    </Stack>
  )
}

function PriorityField({ priority, onChange }: { priority: number; onChange: (priority: number) => void }) {
  const t = useText()
  const id = useId()
  return (
    <Input.Wrapper label={t('alerting.priority')} labelElement="div" labelProps={{ id }}>
      <div>
        <SegmentedControl
          aria-labelledby={id}
          data={NAMES.map((name) => ({ value: name, label: t(`alerting.priority.${name}`) }))}
          value={priorityName(priority)}
          onChange={(value) => {
            const name = NAMES.find((one) => one === value)
            if (name !== undefined) onChange(PRIORITIES[name])
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
