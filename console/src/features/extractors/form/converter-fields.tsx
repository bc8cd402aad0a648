import type { ConverterType } from '@logyard/contract/extractors/extractors'
import { Checkbox, Select, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { errorsOf, type Group } from '../../../ui/form/field-groups.ts'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { CONVERTER_SETTINGS, namesItsFields, OFFERED_CONVERTERS } from '../model/extractor-settings.ts'
import { type ConverterValues, type ExtractorValues, newConverter } from '../model/extractor-values.ts'
import { SettingFields } from './setting-fields.tsx'

/** The converters, which run in this order, each on the result of the one before. */
export function ConverterFields({ form }: { readonly form: EntityForm<ExtractorValues> }) {
  const t = useText()
  const { type, converters } = form.values
  if (namesItsFields(type)) {
    return <Dimmed>{t('extractors.converters.unavailable')}</Dimmed>
  }
  const replace = (changed: ConverterValues) =>
    form.change({ converters: converters.map((one) => (one.type === changed.type ? changed : one)) })
  return (
    <Stack gap="md">
      {converters.map((converter) => (
        <Converter key={converter.type} converter={converter} errors={form.errors} onChange={replace} />
      ))}
      <AddConverter
        used={converters.map(({ type }) => type)}
        onAdd={(type) => form.change({ converters: [...converters, newConverter(type)] })}
      />
    </Stack>
  )
}

interface AddConverterProps {
  readonly used: readonly ConverterType[]
  readonly onAdd: (type: ConverterType) => void
}

/** Choosing a type adds it; each can be added once. */
function AddConverter({ used, onAdd }: AddConverterProps) {
  const t = useText()
  const left = OFFERED_CONVERTERS.filter((type) => !used.includes(type))
  if (left.length === 0) return null
  return (
    <Select
      label={t('extractors.converters.add')}
      placeholder={t('extractors.converters.choose')}
      leftSection={<IconPlus size={14} />}
      data={left.map((type) => ({ value: type, label: t(`extractors.converter.${type}`) }))}
      value={null}
      searchable
      // Screen readers would announce a closed list that stays mounted.
      comboboxProps={{ keepMounted: false }}
      onChange={(type) => type !== null && onAdd(type)}
    />
  )
}

interface ConverterProps {
  readonly converter: ConverterValues
  readonly errors: Group['errors']
  readonly onChange: (changed: ConverterValues) => void
}

function Converter({ converter, errors, onChange }: ConverterProps) {
  const t = useText()
  const { type, isOn, settings } = converter
  const fields = CONVERTER_SETTINGS[type]
  return (
    <div>
      <Checkbox
        label={t(`extractors.converter.${type}`)}
        description={t(`extractors.converter.${type}.help`)}
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ ...converter, isOn: currentTarget.checked })}
      />
      {isOn && fields.length > 0 && (
        <Stack gap="sm" pt="sm" pl={30}>
          <SettingFields
            settings={fields}
            values={settings}
            errors={errorsOf(`converters.${type}`, errors)}
            onChange={(change) => onChange({ ...converter, settings: { ...settings, ...change } })}
          />
        </Stack>
      )}
    </div>
  )
}
