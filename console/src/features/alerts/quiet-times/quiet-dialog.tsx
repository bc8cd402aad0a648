import { MAX_QUIET_TITLE, type QuietTime } from '@logyard/contract/alerts/quiet-times'
import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { Checkbox, MultiSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { problemWords } from '../../../ui/form/problem-words.ts'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useSaveQuietTime } from './quiet-actions.ts'
import { type QuietValues, quietDraft, quietProblems, quietValues } from './quiet-values.ts'
import { ScheduleFields } from './schedule-fields.tsx'

interface DefinitionTarget {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
}

interface QuietDialogProps {
  /** Without a subject it creates one. */
  readonly dialog: ReturnType<typeof useFormDialog<QuietTime | undefined>>
  readonly definitions: readonly DefinitionTarget[]
}

export function QuietDialog({ dialog: { subject: time, isOpen, close }, definitions }: QuietDialogProps) {
  const t = useText()
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t(time === undefined ? 'alerts.quietTimes.new' : 'alerts.quietTimes.edit')}
      leaveText={t('alerts.quietTimes.leave')}
    >
      <QuietForm time={time} definitions={definitions} />
    </FormDialog>
  )
}

interface QuietFormProps extends Pick<QuietDialogProps, 'definitions'> {
  readonly time: QuietTime | undefined
}

function QuietForm({ time, definitions }: QuietFormProps) {
  const t = useText()
  const zone = useZone()
  const { now } = useClock()
  const mustName = !useMay()(updateEventDefinition)
  const [initial] = useState(() => quietValues(time, zone, now()))
  const save = useSaveQuietTime(time?.id)
  const [from, to] = [t('alerts.quietTimes.from'), t('alerts.quietTimes.to')]
  const form = useEntityForm({
    isNew: time === undefined,
    initial,
    labels: {
      title: t('alerts.quietTimes.name'),
      definitions: t('alerts.quietTimes.definitions'),
      days: t('alerts.quietTimes.days'),
      onceFrom: from,
      onceTo: to,
      dailyFrom: from,
      dailyTo: to,
    },
    problems: (values) =>
      problemWords(quietProblems(values, mustName, zone), (problem) => t(`alerts.quietTimes.problem.${problem}`)),
    save: (values) => save.mutateAsync(quietDraft(values, zone)),
  })
  return (
    <EntityForm form={form}>
      <TextInput
        label={t('alerts.quietTimes.name')}
        required
        data-autofocus
        maxLength={MAX_QUIET_TITLE}
        {...form.text('title')}
      />
      <TargetFields form={form} definitions={definitions} mustName={mustName} />
      <ScheduleFields form={form} />
      <Checkbox label={t('alerts.quietTimes.notifiesAtEnd')} {...form.flag('notifiesAtEnd')} />
    </EntityForm>
  )
}

interface TargetFieldsProps extends Pick<QuietDialogProps, 'definitions'> {
  readonly form: Form<QuietValues>
  readonly mustName: boolean
}

function TargetFields({ form, definitions, mustName }: TargetFieldsProps) {
  const t = useText()
  const { values } = form
  const options = definitions.map(({ id, title }) => ({ value: id, label: title }))
  const unknown = values.definitions.filter((id) => !definitions.some((one) => one.id === id))
  const tags = [...new Set(definitions.flatMap((one) => one.tags))].toSorted()
  const isEmpty = values.definitions.length === 0 && values.tags.length === 0
  return (
    <>
      <MultiSelect
        label={
          mustName
            ? t('alerts.quietTimes.definitions')
            : t('ui.optional', { label: t('alerts.quietTimes.definitions') })
        }
        placeholder={isEmpty && !mustName ? t('alerts.definition.all') : ''}
        data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
        {...form.choice('definitions')}
        value={[...values.definitions]}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.quietTimes.clearDefinitions') }}
        hidePickedOptions
        attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
      />
      {!mustName && (
        <TagsInput
          label={t('ui.optional', { label: t('alerts.quietTimes.tags') })}
          data={tags}
          {...form.choice('tags')}
          value={[...values.tags]}
          attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
        />
      )}
    </>
  )
}
