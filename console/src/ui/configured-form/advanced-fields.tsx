import { Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { FieldsProps } from '../fields/field-props.ts'
import { Fields } from '../fields/fields.tsx'
import { Fold } from '../fields/fold.tsx'

/** Fields that most people leave as they are; open if one of them has an error. */
export function AdvancedFields(props: FieldsProps) {
  const t = useText()
  return (
    <Fold label={t('ui.config.advanced')} hasError={props.fields.some(({ name }) => props.errors[name] !== undefined)}>
      <Stack gap="md" mt="md">
        <Fields {...props} />
      </Stack>
    </Fold>
  )
}
