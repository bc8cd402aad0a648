import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import { Input, SegmentedControl, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { priorityName } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { StepProps } from '../model/step-props.ts'
import classes from './wizard.module.css'

const NAMES = ['low', 'normal', 'high'] as const

export function DetailsStep({ draft, errors, onChange }: StepProps) {
  const t = useText()
  return (
    <Stack gap="md" className={classes['panel'] ?? ''}>
      <TextInput
        label={t('definitions.title')}
        required
        data-autofocus
        autoComplete="off"
        translate="no"
        value={draft.title}
        error={errors['title']}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        label={t('definitions.description.optional')}
        autosize
        minRows={2}
        translate="no"
        value={draft.description}
        error={errors['description']}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <PriorityField priority={draft.priority} onChange={(priority) => onChange({ priority })} />
      <TextInput
        label={t('definitions.message.optional')}
        description={t('definitions.message.help')}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={draft.event_summary_template}
        error={errors['event_summary_template']}
        onChange={({ currentTarget }) => onChange({ event_summary_template: currentTarget.value })}
      />
      <Textarea
        label={t('definitions.remediation.optional')}
        description={t('definitions.remediation.help')}
        autosize
        minRows={2}
        maxRows={12}
        translate="no"
        value={draft.remediation_steps}
        onChange={({ currentTarget }) => onChange({ remediation_steps: currentTarget.value })}
      />
      <TagsInput
        label={t('definitions.tags.optional')}
        attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
        value={[...draft.tags]}
        onChange={(tags) => onChange({ tags })}
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
