import { MultiSelect, TagsInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { renderNamePill } from '../form/render-name-pill.tsx'
import type { EditorProps } from './field-props.ts'
import { listOf } from './field-values.ts'
import { inputProps, UNTRANSLATED } from './input-props.ts'

/** Several texts: only the options, or also others if the field is open. */
export function ListField(props: EditorProps<'list'>) {
  const { field, value, isTranslated = false, onValue } = props
  const { options, separators, placeholder, is_open: isOpen = false } = field
  const t = useText()
  const chosen = [...listOf(value)]
  const hint = placeholder ?? t(isOpen ? 'ui.config.add' : 'ui.config.select', { name: field.label })
  const common = {
    ...inputProps(props),
    ...(isTranslated ? {} : { attributes: UNTRANSLATED, translate: 'no' as const }),
    // An input with texts has its name in the label only.
    placeholder: chosen.length === 0 ? hint : '',
    value: chosen,
    onChange: onValue,
  }
  return isOpen ? (
    <TagsInput
      {...common}
      {...(separators === undefined ? {} : { splitChars: separators })}
      acceptValueOnBlur
      renderPill={renderNamePill}
      data={options.map((option) => option.value)}
    />
  ) : (
    <MultiSelect {...common} data={options} />
  )
}
