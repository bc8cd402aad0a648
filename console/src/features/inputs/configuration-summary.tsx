import { isPassword } from '@logyard/contract/configured/fields-of'
import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { isWithoutEffect } from './form/input-fields.ts'

interface ConfigurationSummaryProps {
  readonly input: InputSummary
  readonly type: InputTypeInfo | undefined
}

/** The settings that have a value, by their labels. */
export function ConfigurationSummary({ input, type }: ConfigurationSummaryProps) {
  const t = useText()
  if (type === undefined) {
    return <Dimmed>{t('inputs.edit.unknownType')}</Dimmed>
  }
  const items = Object.entries(type.requested_configuration)
    .filter(([name]) => !isWithoutEffect(name))
    .map(([name, field]) => ({ label: field.human_name, field, value: input.attributes[name] }))
    .filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false)
    .map(({ label, field, value }) => ({
      label,
      isLabelData: true,
      value: <span translate="no">{isPassword(field) ? '********' : wordsOf(value, t('inputs.details.on'))}</span>,
    }))
  return <DefinitionList items={items} />
}

function wordsOf(value: unknown, on: string): string {
  if (value === true) return on
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
