import type { Parameter } from '@logyard/contract/search/searches'
import { Button, Checkbox, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../base/text/text.tsx'

const DATA_TYPES = ['any', 'string', 'number', 'date', 'boolean'] as const
const isDataType = (value: unknown): value is (typeof DATA_TYPES)[number] => DATA_TYPES.some((type) => type === value)

interface ParameterDialogProps {
  readonly name: string
  /** Its declaration; absent if it is not declared yet. */
  readonly parameter: Parameter | undefined
  readonly onSave: (parameter: Parameter) => void
  readonly onClose: () => void
}

const draftOf = (name: string, parameter: Parameter | undefined) => ({
  title: parameter?.title ?? name,
  description: parameter?.description ?? '',
  dataType: parameter?.data_type ?? 'any',
  defaultValue: parameter?.default_value === undefined ? '' : String(parameter.default_value ?? ''),
  isOptional: parameter?.optional ?? false,
})
type Draft = ReturnType<typeof draftOf>

const declarationOf = (name: string, parameter: Parameter | undefined, draft: Draft): Parameter => ({
  ...parameter,
  type: parameter?.type ?? 'value-parameter-v1',
  name,
  title: draft.title,
  description: draft.description,
  data_type: draft.dataType,
  default_value: draft.defaultValue === '' ? null : draft.defaultValue,
  optional: draft.isOptional,
  binding: null,
})

/** Declares a parameter: how it is shown, its data type, its default, and whether it is optional. */
export function ParameterDialog({ name, parameter, onSave, onClose }: ParameterDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(name, parameter))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSave(declarationOf(name, parameter, draft))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(parameter === undefined ? 'search.parameters.declareTitle' : 'search.parameters.editTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput label={t('search.parameters.name')} value={name} readOnly translate="no" />
          <DraftFields draft={draft} onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit">
              {t(parameter === undefined ? 'search.parameters.declareThis' : 'search.parameters.keep')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface DraftFieldsProps {
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
}

function DraftFields({ draft, onChange }: DraftFieldsProps) {
  const t = useText()
  const types = isDataType(draft.dataType) ? DATA_TYPES : [...DATA_TYPES, draft.dataType]
  return (
    <>
      <TextInput
        data-autofocus
        label={t('search.parameters.title')}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('search.parameters.description')}
        autosize
        minRows={2}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Select
        label={t('search.parameters.dataType')}
        data={types.map((value) => ({
          value,
          label: isDataType(value) ? t(`search.parameters.dataType.${value}`) : value,
        }))}
        allowDeselect={false}
        value={draft.dataType}
        onChange={(dataType) => onChange({ dataType: dataType ?? 'any' })}
      />
      <TextInput
        label={t('search.parameters.default')}
        description={t('search.parameters.default.help')}
        value={draft.defaultValue}
        onChange={(event) => onChange({ defaultValue: event.currentTarget.value })}
      />
      <Checkbox
        label={t('search.parameters.optional')}
        description={t('search.parameters.optional.help')}
        checked={draft.isOptional}
        onChange={(event) => onChange({ isOptional: event.currentTarget.checked })}
      />
    </>
  )
}
