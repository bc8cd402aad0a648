/** What can be typed at a position of a rule or a pipeline. */

import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'
import { fieldName } from '../model/source-text.ts'
import type { SourceCompletion } from './edited-source.ts'
import { type RuleContext, ruleContext } from './rule-context.ts'
import { shortType, signatureOf } from './rule-signature.ts'

export interface SourceOption {
  readonly kind: 'function' | 'parameter' | 'field' | 'variable' | 'keyword' | 'snippet' | 'rule'
  readonly label: string
  readonly detail?: string
  readonly function?: FunctionDescriptor
  /** A template: `#{name}` marks a place to fill in. */
  readonly template?: string
  /** The text to insert, if it differs from the label. */
  readonly insert?: string
}

export interface SourceOptions {
  readonly from: number
  /** Whether the position is within a text in quotes. */
  readonly inText: boolean
  readonly options: readonly SourceOption[]
}

const NEW_RULE = 'rule "#{title}"\nwhen\n  #{has_field("field")}\nthen\n  #{set_field("field", "value")};\nend'
const NEW_PIPELINE = 'pipeline "#{title}"\nstage 0 match #{either}\n  rule "#{rule}"\nend'

const WORDS = { expression: ['and', 'or', 'not', 'true', 'false'], statement: ['let', 'end'] } as const

/** `undefined` where nothing can be completed. */
export function completeSource(
  language: 'rule' | 'pipeline',
  source: string,
  position: number,
  completion: SourceCompletion,
): SourceOptions | undefined {
  const context = ruleContext(source, position)
  const options =
    language === 'pipeline'
      ? optionsOfPipeline(context, source, completion)
      : optionsOfRule(context, source, position, completion)
  if (options === undefined) return undefined
  return { from: context.from, inText: context.place === 'string', options }
}

function optionsOfRule(
  context: RuleContext,
  source: string,
  position: number,
  completion: SourceCompletion,
): readonly SourceOption[] | undefined {
  const { place, from } = context
  if (place === 'nothing') return undefined
  if (place === 'head') {
    return source.trim() === source.slice(from, position).trim()
      ? [{ kind: 'snippet', label: 'rule', template: NEW_RULE }]
      : words(['when', 'then', 'end'])
  }
  if (place === 'field') return completion.fields.map(fieldOption)
  if (place === 'string') {
    if (!takesFieldName(context, completion.functions)) return undefined
    return completion.fields.map((label) => ({ kind: 'field', label, insert: quoted(label) }))
  }
  return [
    ...parametersOf(context, completion.functions),
    ...context.variables.map((label) => ({ kind: 'variable' as const, label })),
    { kind: 'keyword', label: '$message', insert: '$message.' },
    ...completion.functions.map((one) => functionOption(one, place)),
    ...words([...WORDS.expression, ...(place === 'statement' ? WORDS.statement : []), 'then', 'end']),
  ]
}

function optionsOfPipeline(
  { place, from }: RuleContext,
  source: string,
  { rules }: SourceCompletion,
): readonly SourceOption[] | undefined {
  if (place === 'nothing') return undefined
  if (place === 'string') {
    // The title of the pipeline is the only other text.
    if (/\bpipeline\s*"[^"]*$/i.test(source.slice(0, from))) return undefined
    return rules.map((label) => ({ kind: 'rule', label, insert: quoted(label) }))
  }
  if (source.slice(0, from).trim() === '') {
    return [{ kind: 'snippet', label: 'pipeline', template: NEW_PIPELINE }]
  }
  return words(['stage', 'match', 'all', 'either', 'pass', 'rule', 'end'])
}

const words = (all: readonly string[]): readonly SourceOption[] =>
  [...new Set(all)].map((label) => ({ kind: 'keyword', label }))

/** A name within a literal. */
const quoted = (name: string) => writeLiteral(name).slice(1, -1)

const fieldOption = (label: string): SourceOption => ({ kind: 'field', label, insert: fieldName(label) })

/** Whether the literal names a field of the message. */
function takesFieldName({ call }: RuleContext, functions: readonly FunctionDescriptor[]): boolean {
  const params = functions.find(({ name }) => name === call?.name)?.params ?? []
  const param =
    call?.parameter === undefined ? params[call?.argument ?? 0] : params.find(({ name }) => name === call.parameter)
  return param !== undefined && namesField(param)
}

const namesField = ({ name }: { name: string }) => /^(field|fields|old_field|new_field|field_name)$/i.test(name)

/** The parameters that the call around the position has not named yet. */
function parametersOf({ call, place }: RuleContext, functions: readonly FunctionDescriptor[]): readonly SourceOption[] {
  if (call === undefined || place !== 'expression' || call.parameter !== undefined) return []
  // Named and positional arguments cannot be mixed.
  if (call.argument > 0 && call.named.length === 0) return []
  const params = functions.find(({ name }) => name === call.name)?.params ?? []
  return params
    .filter(({ name }) => !call.named.includes(name))
    .map(({ name, type, optional }) => ({
      kind: 'parameter',
      label: `${fieldName(name)}:`,
      insert: `${fieldName(name)}: `,
      detail: optional ? `${shortType(type)}?` : shortType(type),
    }))
}

/** Where the quotes are there already, typing completes fields. */
const isTextOfField = (param: FunctionDescriptor['params'][number]) =>
  namesField(param) && shortType(param.type) === 'String'

function functionOption(one: FunctionDescriptor, place: RuleContext['place']): SourceOption {
  const required = one.params.filter(({ optional }) => !optional)
  const places = required.map((param) => (isTextOfField(param) ? `"#{${param.name}}"` : `#{${param.name}}`)).join(', ')
  const end = place === 'statement' ? ';' : ''
  return {
    kind: 'function',
    label: one.name,
    detail: signatureOf(one).slice(one.name.length),
    function: one,
    template: `${one.name}(${places})${end}`,
  }
}
