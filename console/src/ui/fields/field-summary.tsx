/** A stored configuration, under the labels of its form. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { Field } from '@logyard/contract/configured/field'
import { Code, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Definition } from '../definition-list.tsx'
import { type FieldValues, headersOf, listOf, periodOf, shownCharacter, textOf } from './field-values.ts'
import classes from './fields.module.css'

/** The facts of a configuration whose fields the server describes. Secrets are not shown. */
export const fieldSummary = (fields: readonly Field[], values: FieldValues): readonly Definition[] =>
  fields
    .filter(({ kind }) => kind !== 'note' && kind !== 'preview' && kind !== 'mail_state')
    .map((field) => ({
      label: field.label,
      isLabelData: true,
      value: <FieldValue field={field} values={values} />,
    }))

function FieldValue({ field, values }: { readonly field: Field; readonly values: FieldValues }) {
  const t = useText()
  const value = values[field.name]
  switch (field.kind) {
    case 'flag':
      return t(value === true ? 'ui.yes' : 'ui.no')
    case 'choice':
      return <Data text={field.options.find((option) => option.value === value)?.label ?? textOf(value)} />
    case 'period': {
      const { isOn, amount, unit } = periodOf(values, field)
      return isOn && amount !== undefined
        ? t('ui.period', { amount, unit: t(`ui.period.${unit}`) })
        : t('ui.period.off')
    }
    case 'headers':
      return (
        <Data
          text={headersOf(value)
            .map(([name, text]) => (text === PASSWORD_SET ? name : `${name}: ${text}`))
            .join('\n')}
        />
      )
    case 'secret':
    case 'webhook':
      return textOf(value) === '' ? '-' : t('ui.secret.set')
    case 'template':
      return (
        <Code block translate="no" className={classes['template'] ?? ''}>
          {textOf(value)}
        </Code>
      )
    case 'text':
      return <Data text={field.format === 'character' ? shownCharacter(textOf(value)) : textOf(value)} />
    default:
      return <Data text={Array.isArray(value) ? listOf(value).join(', ') : textOf(value)} />
  }
}

function Data({ text }: { readonly text: string }) {
  if (text === '') return '-'
  return (
    <Text span inherit translate="no" className={classes['data'] ?? ''}>
      {text}
    </Text>
  )
}
