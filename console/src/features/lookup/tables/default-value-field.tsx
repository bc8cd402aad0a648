import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { TypedSelect } from '../../../ui/typed-select.tsx'
import formClasses from '../form/form.module.css'
import type { DefaultValue, MultiType, SingleType } from './table-values.ts'

interface DefaultValueFieldProps<Type extends SingleType | MultiType> {
  readonly kind: 'single' | 'multi'
  readonly value: DefaultValue<Type>
  readonly types: readonly Type[]
  readonly name: string
  readonly error: ReactNode
  readonly switched: (isOn: boolean) => DefaultValue<Type>
  readonly onBlur: () => void
  readonly onChange: (value: DefaultValue<Type>) => void
}

/** A default value with its type, behind a checkbox. */
export function DefaultValueField<Type extends SingleType | MultiType>(props: DefaultValueFieldProps<Type>) {
  const { kind, value, types, name, error, switched, onBlur, onChange } = props
  const t = useText()
  const label = t(`lookup.default.${kind}`)
  const input = {
    label,
    description: t('lookup.default.help'),
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no' as const,
    disabled: value.type === 'NULL',
    value: value.text,
    name,
    error,
    onBlur,
  }
  return (
    <div>
      <Checkbox
        label={t(`lookup.default.${kind}.enable`)}
        checked={value.isOn}
        onChange={({ currentTarget }) => onChange(switched(currentTarget.checked))}
      />
      {value.isOn && (
        <div className={`${formClasses['withUnit']} ${formClasses['nested']}`}>
          {kind === 'single' ? (
            <TextInput {...input} onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })} />
          ) : (
            <Textarea
              {...input}
              autosize
              minRows={3}
              maxRows={12}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
            />
          )}
          <TypedSelect
            label={t('lookup.default.type.short')}
            aria-label={t('lookup.default.type', { label })}
            choices={types}
            labelOf={(type) => t(`lookup.default.${type}`)}
            value={value.type}
            onChange={(type) => onChange({ ...value, type })}
          />
        </div>
      )}
    </div>
  )
}
