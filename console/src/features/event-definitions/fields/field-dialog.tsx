import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { Button, Checkbox, Group, Modal, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LookupTableSelect } from '../../../cluster/lookup-table-select.tsx'
import type { EditedField, FieldSet } from './field-changes.ts'
import { editedField, type FieldDraft, type FieldProblems, fieldDraft, fieldProblems } from './field-draft.ts'

interface FieldDialogProps {
  /** Absent for a new field. */
  readonly name: string | undefined
  readonly set: FieldSet
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSave: (field: EditedField) => void
}

export function FieldDialog({ name, set, isOpen, onClose, onSave }: FieldDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => fieldDraft(name, set))
  const [isChecked, setIsChecked] = useState(false)
  const problems = fieldProblems(draft, name, set)
  const onChange = (changes: Partial<FieldDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsChecked(true)
    if (Object.keys(problems).length === 0) onSave(editedField(draft))
  }
  const props = { draft, problems: isChecked ? problems : {}, onChange }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t(name === undefined ? 'definitions.fields.add' : 'definitions.fields.editTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NameAndKey {...props} />
          <ValueSource {...props} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit">
              {t(name === undefined ? 'definitions.fields.add.submit' : 'definitions.fields.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface PartProps {
  readonly draft: FieldDraft
  readonly problems: FieldProblems
  readonly onChange: (changes: Partial<FieldDraft>) => void
}

function NameAndKey({ draft, problems, onChange }: PartProps) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('definitions.fields.name')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={draft.name}
        error={problems.name && t(`definitions.fields.problem.${problems.name}`)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Checkbox
        label={t('definitions.fields.useAsKey')}
        description={t('definitions.fields.useAsKey.help')}
        checked={draft.isKey}
        onChange={({ currentTarget }) => onChange({ isKey: currentTarget.checked })}
      />
      {draft.isKey && (
        <NumberInput
          label={t('definitions.fields.keyPlace')}
          min={1}
          allowDecimal={false}
          maw={160}
          value={draft.keyPlace ?? ''}
          error={problems.keyPlace && t('definitions.fields.problem.positive')}
          onChange={(place) => onChange({ keyPlace: typeof place === 'number' ? place : undefined })}
        />
      )}
    </>
  )
}

function ValueSource({ draft, problems, onChange }: PartProps) {
  const t = useText()
  const mayLookUp = useMay()(listLookupTables)
  const empty = (problem: 'empty' | undefined) => problem && t('definitions.fields.problem.empty')
  return (
    <>
      <div>
        <SegmentedControl
          aria-label={t('definitions.fields.from')}
          data={[
            { value: 'template', label: t('definitions.fields.from.template') },
            {
              value: 'lookup',
              label: t('definitions.lookupTable'),
              disabled: !mayLookUp && draft.from !== 'lookup',
            },
          ]}
          value={draft.from}
          onChange={(from) => onChange({ from: from === 'lookup' ? 'lookup' : 'template' })}
        />
      </div>
      {draft.from === 'template' ? (
        <>
          <TextInput
            label={t('definitions.fields.from.template')}
            description={t('definitions.fields.template.help')}
            placeholder={'$'.concat('{source.username}')}
            required
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={draft.template}
            error={empty(problems.template)}
            onChange={({ currentTarget }) => onChange({ template: currentTarget.value })}
          />
          <Checkbox
            label={t('definitions.fields.requireValues')}
            checked={draft.requiresValues}
            onChange={({ currentTarget }) => onChange({ requiresValues: currentTarget.checked })}
          />
        </>
      ) : (
        <>
          <LookupTableSelect
            label={t('definitions.lookupTable')}
            isRequired
            value={draft.table}
            error={empty(problems.table)}
            onChange={(table) => onChange({ table })}
          />
          <TextInput
            label={t('definitions.fields.keyField')}
            description={t('definitions.fields.keyField.help')}
            required
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={draft.keyField}
            error={empty(problems.keyField)}
            onChange={({ currentTarget }) => onChange({ keyField: currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
