import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { Checkbox, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LookupTableSelect } from '../../../lookup-tables/lookup-table-select.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { problemWords } from '../../../ui/form/problem-words.ts'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import type { EditedField, FieldSet } from './field-changes.ts'
import { editedField, type FieldDraft, fieldDraft, fieldProblems } from './field-draft.ts'

interface FieldDialogProps {
  /** The subject is the name of the field; `undefined` for a new field. */
  readonly dialog: ReturnType<typeof useFormDialog<string | undefined>>
  readonly set: FieldSet
  readonly onSave: (field: EditedField) => void
}

export function FieldDialog({ dialog: { subject: name, isOpen, close }, set, onSave }: FieldDialogProps) {
  const t = useText()
  const title = t(name === undefined ? 'definitions.fields.add' : 'definitions.fields.editTitle')
  return (
    <FormDialog isOpen={isOpen} close={close} title={title}>
      <FieldForm name={name} set={set} onSave={onSave} />
    </FormDialog>
  )
}

interface FieldFormProps extends Pick<FieldDialogProps, 'set' | 'onSave'> {
  readonly name: string | undefined
}

function FieldForm({ name, set, onSave }: FieldFormProps) {
  const t = useText()
  // While the dialog fades out, `set` already has the saved field, whose name would be taken.
  const [others] = useState(set)
  const form = useEntityForm({
    isNew: name === undefined,
    initial: fieldDraft(name, set),
    labels: {
      name: t('definitions.fields.name'),
      keyPlace: t('definitions.fields.keyPlace'),
      template: t('definitions.fields.from.template'),
      table: t('definitions.lookupTable'),
      keyField: t('definitions.fields.keyField'),
    },
    problems: (draft) =>
      problemWords(fieldProblems(draft, name, others), (problem) => t(`definitions.fields.problem.${problem}`)),
    save: async (draft) => onSave(editedField(draft)),
  })
  return (
    <EntityForm form={form}>
      <TextInput label={t('definitions.fields.name')} required data-autofocus {...TYPED} {...form.text('name')} />
      <Checkbox
        label={t('definitions.fields.useAsKey')}
        description={t('definitions.fields.useAsKey.help')}
        {...form.flag('isKey')}
      />
      {form.values.isKey && (
        <NumberInput
          label={t('definitions.fields.keyPlace')}
          min={1}
          maw={160}
          {...form.choice('keyPlace')}
          value={form.values.keyPlace ?? ''}
          onChange={(place) => form.change({ keyPlace: typeof place === 'number' ? place : undefined })}
        />
      )}
      <ValueSource form={form} />
    </EntityForm>
  )
}

const TYPED = { autoComplete: 'off', spellCheck: false, translate: 'no' } as const

function ValueSource({ form }: { form: Form<FieldDraft> }) {
  const t = useText()
  const mayLookUp = useMay()(listLookupTables)
  const isLookup = form.values.from === 'lookup'
  return (
    <>
      <div>
        <SegmentedControl
          aria-label={t('definitions.fields.from')}
          data={[
            { value: 'template', label: t('definitions.fields.from.template') },
            { value: 'lookup', label: t('definitions.lookupTable'), disabled: !mayLookUp && !isLookup },
          ]}
          value={form.values.from}
          onChange={(from) => form.change({ from: from === 'lookup' ? 'lookup' : 'template' })}
        />
      </div>
      {isLookup ? (
        <>
          <LookupTableSelect label={t('definitions.lookupTable')} isRequired {...form.choice('table')} />
          <TextInput
            label={t('definitions.fields.keyField')}
            description={t('definitions.fields.keyField.help')}
            required
            {...TYPED}
            {...form.text('keyField')}
          />
        </>
      ) : (
        <>
          <TextInput
            label={t('definitions.fields.from.template')}
            description={t('definitions.fields.template.help')}
            placeholder={'$'.concat('{source.username}')}
            required
            {...TYPED}
            {...form.text('template')}
          />
          <Checkbox label={t('definitions.fields.requireValues')} {...form.flag('requiresValues')} />
        </>
      )}
    </>
  )
}
