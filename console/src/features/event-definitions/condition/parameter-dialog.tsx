import type { Parameter } from '@logyard/contract/search/searches'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { LookupTableSelect } from '../../../cluster/lookup-table-select.tsx'

interface ParameterDialogProps {
  readonly name: string
  /** Absent if it is not declared yet. */
  readonly parameter: Parameter | undefined
  readonly onSave: (parameter: Parameter) => void
  readonly onClose: () => void
}

/** Declares a parameter: the values that a lookup table has for a key, whenever the definition runs. */
export function ParameterDialog({ name, parameter, onSave, onClose }: ParameterDialogProps) {
  const t = useText()
  const [table, setTable] = useState(parameter?.lookup_table ?? '')
  const [key, setKey] = useState(parameter?.key ?? '')
  const [fallback, setFallback] = useState(() => textOf(parameter?.default_value))
  const [isChecked, setIsChecked] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsChecked(true)
    if (table === '' || key.trim() === '') return
    onSave({
      type: 'lut-parameter-v1',
      name,
      title: parameter?.title ?? name,
      description: parameter?.description ?? null,
      data_type: 'any',
      default_value: fallback === '' ? null : fallback,
      optional: false,
      binding: null,
      lookup_table: table,
      key: key.trim(),
    })
  }
  const missing = (value: string) => (isChecked && value.trim() === '' ? t('definitions.cannotBeEmpty') : undefined)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('definitions.parameters.title', { name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LookupTableSelect
            label={t('definitions.lookupTable')}
            isRequired
            value={table}
            error={missing(table)}
            onChange={setTable}
          />
          <TextInput
            label={t('definitions.parameters.key')}
            required
            autoComplete="off"
            translate="no"
            value={key}
            error={missing(key)}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <TextInput
            label={t('definitions.parameters.default')}
            description={t('definitions.parameters.default.help')}
            autoComplete="off"
            translate="no"
            value={fallback}
            onChange={({ currentTarget }) => setFallback(currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit">{t('definitions.parameters.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
