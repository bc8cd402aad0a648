import type { StoredLookupValue } from '@logyard/contract/lookup/lookup-values'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { problemTexts } from '../../../ui/fields/field-texts.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import { TypedSelect } from '../../../ui/typed-select.tsx'
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
      <ValueForm adapterId={adapterId} entry={entry} />
    </FormDialog>
  )
}

function ValueForm({ adapterId, entry }: Pick<ValueDialogProps, 'adapterId' | 'entry'>) {
  const t = useText()
  const { now } = useClock()
  const save = usePutValue(adapterId)
  const form = useEntityForm({
    isNew: entry === undefined,
    initial: entryValues(entry, now()),
    labels: { key: t('lookup.key'), text: t('lookup.values.value') },
    problems: (values) => problemTexts(entryProblems(values, entry), t),
    save: (values) => save.mutateAsync(entryToSend(values)),
  })
  const { values, change } = form
  return (
    <EntityForm form={form} label={t('lookup.values.form')}>
      <TextInput
        label={t('lookup.key')}
        required
        readOnly={entry !== undefined}
        data-autofocus={form.isNew || undefined}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        {...form.text('key')}
      />
      <ValueFields form={form} />
      <TypedSelect
        label={t('lookup.values.expires')}
        choices={LIFE_KINDS}
        labelOf={(kind) => t(`lookup.values.life.${kind}`)}
        value={values.life}
        onChange={(life) => change({ life })}
      />
      {values.life === 'after' && (
        <DurationInput
          label={t('lookup.values.ttl')}
          valueMs={values.lifeMs}
          onChange={(lifeMs) => change({ lifeMs })}
        />
      )}
    </EntityForm>
  )
}

function ValueFields({ form }: { readonly form: Form<EntryValues> }) {
  const t = useText()
  const { kind } = form.values
  const input = {
    label: t('lookup.values.value'),
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no' as const,
    'data-autofocus': !form.isNew || undefined,
    ...form.text('text'),
  }
  return (
    <>
      {kind === 'boolean' ? (
        <NativeSelect label={t('lookup.values.value')} data={['true', 'false']} translate="no" {...form.text('text')} />
      ) : kind === 'list' || kind === 'map' ? (
        <Textarea
          {...input}
          description={t(`lookup.values.kind.${kind}.help`)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autosize
          minRows={4}
          maxRows={16}
        />
      ) : (
        <TextInput {...input} />
      )}
      <TypedSelect
        label={t('lookup.values.kind')}
        choices={VALUE_KINDS}
        labelOf={(next) => t(`lookup.values.kind.${next}`)}
        value={kind}
        onChange={(next) => form.change({ kind: next, ...(next === 'boolean' ? { text: 'true' } : {}) })}
      />
    </>
  )
}
