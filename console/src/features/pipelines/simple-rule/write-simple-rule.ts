import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'
import { fieldName } from '../model/source-text.ts'
import type { SimpleAction, SimpleCondition, SimpleRule } from './simple-rule.ts'

/** The source of a simple rule. */
export function writeSimpleRule({ title, joined, conditions, actions }: SimpleRule): string {
  const join = joined === 'all' ? '\n  and ' : '\n  or '
  const condition = conditions.length === 0 ? 'true' : conditions.map(conditionText).join(join)
  const lines = [
    `rule ${writeLiteral(title)}`,
    'when',
    `  ${condition}`,
    'then',
    ...actions.flatMap((one) => actionText(one) ?? []).map((text) => `  ${text};`),
  ]
  return [...lines, 'end'].join('\n')
}

const asText = (field: string) => `to_string($message.${fieldName(field)})`

/** A missing number is neither greater nor less than another one. */
const asNumber = (field: string) => `has_field(${writeLiteral(field)}) and to_double($message.${fieldName(field)})`

function conditionText({ field: given, operator, value }: SimpleCondition): string {
  const field = given.trim()
  switch (operator) {
    case 'exists':
      return `has_field(${writeLiteral(field)})`
    case 'missing':
      return `not has_field(${writeLiteral(field)})`
    case 'is':
      return `${asText(field)} == ${writeLiteral(value)}`
    case 'isNot':
      return `${asText(field)} != ${writeLiteral(value)}`
    case 'contains':
      return `contains(${asText(field)}, ${writeLiteral(value)})`
    case 'startsWith':
      return `starts_with(${asText(field)}, ${writeLiteral(value)})`
    case 'endsWith':
      return `ends_with(${asText(field)}, ${writeLiteral(value)})`
    case 'matches':
      return `regex(${writeLiteral(value)}, ${asText(field)}).matches == true`
    case 'greater':
      return `${asNumber(field)} > ${double(value)}`
    case 'less':
      return `${asNumber(field)} < ${double(value)}`
    default:
      return operator satisfies never
  }
}

function actionText({ kind, field: given, value, table = '' }: SimpleAction): string | undefined {
  const field = writeLiteral(given.trim())
  switch (kind) {
    case 'none':
      return undefined
    case 'set':
      return `set_field(${field}, ${writeLiteral(value)})`
    case 'setNumber':
      return `set_field(${field}, ${value.trim().replace(/^\+/, '')})`
    case 'copy':
      return `set_field(${field}, $message.${fieldName(value.trim())})`
    case 'lookup':
      return `set_field(${field}, lookup_value(${writeLiteral(table)}, $message.${fieldName(value.trim())}))`
    case 'rename':
      return `rename_field(${field}, ${writeLiteral(value.trim())})`
    case 'remove':
      return `remove_field(${field})`
    case 'route':
      return `route_to_stream(id: ${writeLiteral(value)})`
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
