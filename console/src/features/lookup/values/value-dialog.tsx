import type { StoredLookupValue } from '@logyard/contract/lookup/lookup-values'
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type DialogForm, FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import { usePutValue } from './value-actions.ts'
import { type EntryValues, entryProblems, entryToSend, entryValues, LIFE_KINDS, VALUE_KINDS } from './value-draft.ts'

interface ValueDialogProps {
  readonly adapterId: string
  /** Absent for a new one. */
  readonly entry: StoredLookupValue | undefined
  readonly isOpen: boolean
  readonly close: () => void
}

export function ValueDialog({ adapterId, entry, isOpen, close }: ValueDialogProps) {
  const t = useText()
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t(entry === undefined ? 'lookup.values.add' : 'lookup.values.edit')}
      leaveText={t('lookup.leave.text')}
    >
      {(form) => <ValueForm adapterId={adapterId} entry={entry} {...form} />}
    </FormDialog>
  )
}

interface ValueFormProps extends DialogForm, Pick<ValueDialogProps, 'adapterId' | 'entry'> {}

function ValueForm({ adapterId, entry, onDirty, onSaved, onCancel }: ValueFormProps) {
  const t = useText()
  const { now } = useClock()
  const [initial] = useState(() => entryValues(entry, now()))
  const [values, setValues] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const save = usePutValue(adapterId)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const change = (changes: Partial<EntryValues>) => setValues((old) => ({ ...old, ...changes }))
  const problems = entryProblems(values, entry)
  const shown = isChecked ? problems : {}
  const errors = { key: shown.key && t(shown.key.text), value: shown.value && t(shown.value.text) }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(problems).length === 0) save.mutate(entryToSend(values), { onSuccess: onSaved })
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, save.isPending)
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t('lookup.values.form')}>
      <Stack gap="md">
        <TextInput
          label={t('lookup.key')}
          required
          readOnly={entry !== undefined}
          data-autofocus={entry === undefined || undefined}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={values.key}
          error={errors.key}
          onChange={({ currentTarget }) => change({ key: currentTarget.value })}
        />
        <ValueFields values={values} error={errors.value} hasFocus={entry !== undefined} onChange={change} />
        <NativeSelect
          label={t('lookup.values.expires')}
          data={LIFE_KINDS.map((kind) => ({ value: kind, label: t(`lookup.values.life.${kind}`) }))}
          value={values.life}
          onChange={({ currentTarget }) => {
            const life = LIFE_KINDS.find((kind) => kind === currentTarget.value)
            if (life !== undefined) change({ life })
          }}
        />
        {values.life === 'after' && (
          <DurationInput
            label={t('lookup.values.ttl')}
            valueMs={values.lifeMs}
            onChange={(lifeMs) => change({ lifeMs })}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('lookup.values.save')} isSaving={save.isPending} />
        </Group>
      </Stack>
    </form>
  )
}

interface ValueFieldsProps {
  readonly values: EntryValues
  readonly error: string | undefined
  readonly hasFocus: boolean
  readonly onChange: (change: Partial<EntryValues>) => void
}

function ValueFields({ values, error, hasFocus, onChange }: ValueFieldsProps) {
  const t = useText()
  const { kind, text } = values
  const input = {
    label: t('lookup.values.value'),
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no' as const,
    'data-autofocus': hasFocus || undefined,
    value: text,
    error,
  }
  return (
    <>
      {kind === 'boolean' ? (
        <NativeSelect
          label={t('lookup.values.value')}
          data={['true', 'false']}
          translate="no"
          value={text}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      ) : kind === 'list' || kind === 'map' ? (
        <Textarea
          {...input}
          description={t(`lookup.values.kind.${kind}.help`)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autosize
          minRows={4}
          maxRows={16}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      ) : (
        <TextInput {...input} onChange={({ currentTarget }) => onChange({ text: currentTarget.value })} />
      )}
      <NativeSelect
        label={t('lookup.values.kind')}
        data={VALUE_KINDS.map((value) => ({ value, label: t(`lookup.values.kind.${value}`) }))}
        value={kind}
        onChange={({ currentTarget }) => {
          const next = VALUE_KINDS.find((one) => one === currentTarget.value)
          if (next !== undefined) onChange({ kind: next, ...(next === 'boolean' ? { text: 'true' } : {}) })
        }}
      />
    </>
  )
}
