import type { Parameter } from '@logyard/contract/search/searches'
import {
  Button,
  Checkbox,
  Group,
  Input,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { LookupTableSelect } from '../../lookup-tables/lookup-table-select.tsx'
import { isLookup, LOOKUP_PARAMETER, VALUE_PARAMETER } from './parameters.ts'

const DATA_TYPES = ['any', 'string', 'number', 'date', 'boolean'] as const
const isDataType = (value: unknown): value is (typeof DATA_TYPES)[number] => DATA_TYPES.some((type) => type === value)

interface ParameterDialogProps {
  readonly name: string
  /** Its declaration; absent if it is not declared yet. */
  readonly parameter: Parameter | undefined
  /** Nobody is there to enter values. */
  readonly isLookedUp?: boolean
  readonly onSave: (parameter: Parameter) => void
  readonly onClose: () => void
}

const draftOf = (name: string, parameter: Parameter | undefined, mustLookUp: boolean) => ({
  title: parameter?.title ?? name,
  description: parameter?.description ?? '',
  dataType: parameter?.data_type ?? 'any',
  defaultValue: parameter?.default_value === undefined ? '' : String(parameter.default_value ?? ''),
  isOptional: parameter?.optional ?? false,
  isLookedUp: mustLookUp || (parameter !== undefined && isLookup(parameter)),
  table: parameter?.lookup_table ?? '',
  key: parameter?.key ?? '',
})
type Draft = ReturnType<typeof draftOf>

const sourceOf = ({ isLookedUp, table, key }: Draft): Partial<Parameter> =>
  isLookedUp ? { type: LOOKUP_PARAMETER, lookup_table: table, key: key.trim() } : { type: VALUE_PARAMETER }

const declarationOf = (name: string, draft: Draft): Parameter => ({
  ...sourceOf(draft),
  name,
  title: draft.title,
  description: draft.description,
  data_type: draft.dataType,
  default_value: draft.defaultValue === '' ? null : draft.defaultValue,
  optional: !draft.isLookedUp && draft.isOptional,
  binding: null,
})

/** Declares a parameter: how it is shown, where its values come from, its default, and whether it is optional. */
export function ParameterDialog({ name, parameter, isLookedUp = false, onSave, onClose }: ParameterDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(name, parameter, isLookedUp))
  const [isChecked, setIsChecked] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsChecked(true)
    if (draft.isLookedUp && (isBlank(draft.table) || isBlank(draft.key))) return
    onSave(declarationOf(name, draft))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(parameter === undefined ? 'search.parameters.declareTitle' : 'search.parameters.editTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('search.parameters.name')} value={name} readOnly translate="no" />
          <DraftFields
            draft={draft}
            canEnter={!isLookedUp}
            isChecked={isChecked}
            onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))}
          />
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

const isBlank = (text: string) => text.trim() === ''

interface DraftFieldsProps {
  readonly draft: Draft
  readonly canEnter: boolean
  readonly isChecked: boolean
  readonly onChange: (changes: Partial<Draft>) => void
}

function DraftFields(props: DraftFieldsProps) {
  const { draft, onChange } = props
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
      <SourceFields {...props} />
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
        description={t(draft.isLookedUp ? 'search.parameters.default.lookup' : 'search.parameters.default.help')}
        value={draft.defaultValue}
        onChange={(event) => onChange({ defaultValue: event.currentTarget.value })}
      />
      {!draft.isLookedUp && (
        <Checkbox
          label={t('search.parameters.optional')}
          description={t('search.parameters.optional.help')}
          checked={draft.isOptional}
          onChange={(event) => onChange({ isOptional: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Where the values come from. */
function SourceFields({ draft, canEnter, isChecked, onChange }: DraftFieldsProps) {
  const t = useText()
  const problem = (text: string) => (isChecked && isBlank(text) ? t('ui.config.required') : undefined)
  return (
    <>
      {canEnter && (
        <Input.Wrapper label={t('search.parameters.source')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('search.parameters.source')}
            data={[
              { value: VALUE_PARAMETER, label: t('search.parameters.source.entered') },
              { value: LOOKUP_PARAMETER, label: t('search.parameters.source.lookup') },
            ]}
            value={draft.isLookedUp ? LOOKUP_PARAMETER : VALUE_PARAMETER}
            onChange={(type) => onChange({ isLookedUp: type === LOOKUP_PARAMETER })}
          />
        </Input.Wrapper>
      )}
      {draft.isLookedUp && (
        <>
          <LookupTableSelect
            label={t('search.parameters.table')}
            isRequired
            value={draft.table}
            error={problem(draft.table)}
            onChange={(table) => onChange({ table })}
          />
          <TextInput
            required
            label={t('search.parameters.key')}
            description={t('search.parameters.key.help')}
            value={draft.key}
            error={problem(draft.key)}
            onChange={(event) => onChange({ key: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
