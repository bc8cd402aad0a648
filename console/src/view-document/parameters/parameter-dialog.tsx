import type { Parameter } from '@logyard/contract/search/searches'
import { Button, Checkbox, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../base/text/text.tsx'

const DATA_TYPES = ['any', 'string', 'number', 'date', 'boolean'] as const
const isDataType = (value: unknown): value is (typeof DATA_TYPES)[number] => DATA_TYPES.some((type) => type === value)

interface ParameterDialogProps {
  readonly name: string
  /** As it is declared; absent while it is not. */
  readonly parameter: Parameter | undefined
  readonly onSave: (parameter: Parameter) => void
  readonly onClose: () => void
}

/** Declares a parameter: what people are told of it, and what it is when they enter nothing. */
export function ParameterDialog({ name, parameter, onSave, onClose }: ParameterDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState({
    title: parameter?.title ?? name,
    description: parameter?.description ?? '',
    dataType: parameter?.data_type ?? 'any',
    defaultValue: parameter?.default_value === undefined ? '' : String(parameter.default_value ?? ''),
    isOptional: parameter?.optional ?? false,
  })
  const change = (changes: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...changes }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSave({
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
  }
  const types = isDataType(draft.dataType) ? DATA_TYPES : [...DATA_TYPES, draft.dataType]
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
          <TextInput
            data-autofocus
            label={t('search.parameters.title')}
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <Textarea
            label={t('search.parameters.description')}
            autosize
            minRows={2}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Select
            label={t('search.parameters.dataType')}
            data={types.map((value) => ({
              value,
              label: isDataType(value) ? t(`search.parameters.dataType.${value}`) : value,
            }))}
            allowDeselect={false}
            value={draft.dataType}
            onChange={(dataType) => change({ dataType: dataType ?? 'any' })}
          />
          <TextInput
            label={t('search.parameters.default')}
            description={t('search.parameters.default.help')}
            value={draft.defaultValue}
            onChange={(event) => change({ defaultValue: event.currentTarget.value })}
          />
          <Checkbox
            label={t('search.parameters.optional')}
            description={t('search.parameters.optional.help')}
            checked={draft.isOptional}
            onChange={(event) => change({ isOptional: event.currentTarget.checked })}
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
