import type { ConfigField } from './configuration.ts'

export interface ConfigFieldOptions extends Partial<Pick<ConfigField, 'attributes' | 'additional_info' | 'position'>> {
  /** Fields are optional by default. */
  readonly required?: boolean
}

/** A field of a configuration form. */
export function configField(
  type: ConfigField['type'],
  label: string,
  description: string,
  defaultValue: ConfigField['default_value'],
  { required = false, ...options }: ConfigFieldOptions = {},
): ConfigField {
  return {
    type,
    human_name: label,
    description,
    default_value: defaultValue,
    is_optional: !required,
    attributes: [],
    additional_info: {},
    position: 100,
    ...options,
  }
}
