// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of decorators have this form
import { type PlainDecoratorType, textField, textOf, withField } from './decorator-type.ts'
import { textOfValue } from './text-of-value.ts'

const PLACEHOLDER = /\$\{([^{}]*)\}/g
const STANDARD = '${source} - ${message}'

/** Sets a field to a text with values of other fields. */
export const formatString: PlainDecoratorType = {
  type: 'org.graylog2.decorators.FormatStringDecorator',
  name: 'Format String',
  configuration: {
    format_string: textField(0, 'Format string', 'The text; ${field} inserts the value of a field', STANDARD),
    target_field: textField(1, 'Target field', 'The field that gets the text', 'message'),
    require_all_fields: {
      type: 'boolean',
      human_name: 'Require all fields',
      description: 'Leaves messages alone that lack one of the fields',
      default_value: false,
      is_optional: true,
      attributes: [],
      additional_info: {},
      position: 2,
    },
  },
  create(config) {
    const format = textOf(config, 'format_string', STANDARD)
    const target = textOf(config, 'target_field', 'message')
    const names = [...format.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())
    const requiresAll = config['require_all_fields'] === true
    return (message) => {
      if (requiresAll && names.some((name) => !Object.hasOwn(message, name))) return message
      const text = format.replaceAll(PLACEHOLDER, (_, name: string) => {
        const value = Object.hasOwn(message, name.trim()) ? message[name.trim()] : undefined
        return value === undefined || value === null ? '' : textOfValue(value)
      })
      return withField(message, target, text)
    }
  },
}
