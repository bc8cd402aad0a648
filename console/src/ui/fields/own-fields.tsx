import { useText } from '../../base/text/text.tsx'
import type { FieldsProps } from './field-props.ts'
import { inWords, type OwnField } from './field-texts.ts'
import { Fields } from './fields.tsx'

interface OwnFieldsProps extends Omit<FieldsProps, 'fields' | 'isTranslated'> {
  readonly fields: readonly OwnField[]
}

/** Fields that the console describes. */
export const OwnFields = ({ fields, ...form }: OwnFieldsProps) => (
  <Fields isTranslated fields={inWords(fields, useText())} {...form} />
)
