import { fieldName, literal } from '../model/source-text.ts'
import type { SimpleAction, SimpleCondition, SimpleRule } from './simple-rule.ts'

/** The source of a simple rule. */
export function writeSimpleRule({ title, joined, conditions, actions }: SimpleRule): string {
  const join = joined === 'all' ? '\n  and ' : '\n  or '
  const condition = conditions.length === 0 ? 'true' : conditions.map(conditionText).join(join)
  const lines = [
    `rule ${literal(title)}`,
    'when',
    `  ${condition}`,
    'then',
    ...actions.flatMap((one) => actionText(one) ?? []).map((text) => `  ${text};`),
  ]
  return [...lines, 'end'].join('\n')
}

const asText = (field: string) => `to_string($message.${fieldName(field)})`

/** A missing number is neither greater nor less than another one. */
const asNumber = (field: string) => `has_field(${literal(field)}) and to_double($message.${fieldName(field)})`

function conditionText({ field: given, operator, value }: SimpleCondition): string {
  const field = given.trim()
  switch (operator) {
    case 'exists':
      return `has_field(${literal(field)})`
    case 'missing':
      return `not has_field(${literal(field)})`
    case 'is':
      return `${asText(field)} == ${literal(value)}`
    case 'isNot':
      return `${asText(field)} != ${literal(value)}`
    case 'contains':
      return `contains(${asText(field)}, ${literal(value)})`
    case 'startsWith':
      return `starts_with(${asText(field)}, ${literal(value)})`
    case 'endsWith':
      return `ends_with(${asText(field)}, ${literal(value)})`
    case 'matches':
      return `regex(${literal(value)}, ${asText(field)}).matches == true`
    case 'greater':
      return `${asNumber(field)} > ${double(value)}`
    case 'less':
      return `${asNumber(field)} < ${double(value)}`
    default:
      return operator satisfies never
  }
}

function actionText({ kind, field: given, value, table = '' }: SimpleAction): string | undefined {
  const field = literal(given.trim())
  switch (kind) {
    case 'none':
      return undefined
    case 'set':
      return `set_field(${field}, ${literal(value)})`
    case 'setNumber':
      return `set_field(${field}, ${value.trim().replace(/^\+/, '')})`
    case 'copy':
      return `set_field(${field}, $message.${fieldName(value.trim())})`
    case 'lookup':
      return `set_field(${field}, lookup_value(${literal(table)}, $message.${fieldName(value.trim())}))`
    case 'rename':
      return `rename_field(${field}, ${literal(value.trim())})`
    case 'remove':
      return `remove_field(${field})`
    case 'route':
      return `route_to_stream(id: ${literal(value)})`
    case 'drop':
      return 'drop_message()'
    default:
      return kind satisfies never
  }
}

/** A literal of type Double, which needs a dot or an exponent. */
function double(value: string): string {
  const text = value.trim().replace(/^\+/, '')
  return /[.eE]/.test(text) ? text : `${text}.0`
}
