import type { Parameter } from '@logyard/contract/search/searches'
import { Checkbox, Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { LookupTableSelect } from '../../lookup-tables/lookup-table-select.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { type EntityForm as Form, useEntityForm } from '../../ui/form/use-entity-form.ts'
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
export function ParameterDialog({ onClose, ...form }: ParameterDialogProps) {
  const t = useText()
  return (
    <FormDialog
      isOpen
      close={onClose}
      title={t(
        form.parameter === undefined ? 'searchTools.parameters.declareTitle' : 'searchTools.parameters.editTitle',
      )}
    >
      <ParameterForm {...form} />
    </FormDialog>
  )
}

function ParameterForm({ name, parameter, isLookedUp = false, onSave }: Omit<ParameterDialogProps, 'onClose'>) {
  const t = useText()
  const required = (draft: Draft, text: string) => draft.isLookedUp && text.trim() === '' && t('ui.config.required')
  const form = useEntityForm({
    initial: draftOf(name, parameter, isLookedUp),
    isNew: true,
    labels: { table: t('searchTools.parameters.table'), key: t('searchTools.parameters.key') },
    problems: (draft) => ({ table: required(draft, draft.table), key: required(draft, draft.key) }),
    save: async (draft) => onSave(declarationOf(name, draft)),
  })
  return (
    <EntityForm
      form={form}
      saveLabel={t(parameter === undefined ? 'searchTools.parameters.declareThis' : 'searchTools.parameters.keep')}
    >
      <TextInput label={t('searchTools.parameters.name')} value={name} readOnly translate="no" />
      <TextInput
        data-autofocus
        label={t('ui.optional', { label: t('searchTools.parameters.title') })}
        {...form.text('title')}
      />
      <Textarea
        label={t('ui.optional', { label: t('searchTools.parameters.description') })}
        autosize
        minRows={2}
        {...form.text('description')}
      />
      <SourceFields form={form} canEnter={!isLookedUp} />
      <ValueFields form={form} />
    </EntityForm>
  )
}

/** Where the values come from. */
function SourceFields({ form, canEnter }: { readonly form: Form<Draft>; readonly canEnter: boolean }) {
  const t = useText()
  const { isLookedUp } = form.values
  return (
    <>
      {canEnter && (
        <Input.Wrapper label={t('searchTools.parameters.source')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('searchTools.parameters.source')}
            data={[
              { value: VALUE_PARAMETER, label: t('searchTools.parameters.source.entered') },
              { value: LOOKUP_PARAMETER, label: t('searchTools.parameters.source.lookup') },
            ]}
            value={isLookedUp ? LOOKUP_PARAMETER : VALUE_PARAMETER}
            onChange={(type) => form.change({ isLookedUp: type === LOOKUP_PARAMETER })}
          />
        </Input.Wrapper>
      )}
      {isLookedUp && (
        <>
          <LookupTableSelect label={t('searchTools.parameters.table')} isRequired {...form.choice('table')} />
          <TextInput
            required
            label={t('searchTools.parameters.key')}
            description={t('searchTools.parameters.key.help')}
            {...form.text('key')}
          />
        </>
      )}
    </>
  )
}

function ValueFields({ form }: { readonly form: Form<Draft> }) {
  const t = useText()
  const { dataType, isLookedUp } = form.values
  const types = isDataType(dataType) ? DATA_TYPES : [...DATA_TYPES, dataType]
  return (
    <>
      <Select
        label={t('searchTools.parameters.dataType')}
        data={types.map((value) => ({
          value,
          label: isDataType(value) ? t(`searchTools.parameters.dataType.${value}`) : value,
        }))}
        allowDeselect={false}
        value={dataType}
        onChange={(value) => form.change({ dataType: value ?? 'any' })}
      />
      <TextInput
        label={t('ui.optional', { label: t('searchTools.parameters.default') })}
        description={t(isLookedUp ? 'searchTools.parameters.default.lookup' : 'searchTools.parameters.default.help')}
        {...form.text('defaultValue')}
      />
      {!isLookedUp && (
        <Checkbox
          label={t('searchTools.parameters.optional')}
          description={t('searchTools.parameters.optional.help')}
          {...form.flag('isOptional')}
        />
      )}
    </>
  )
}
