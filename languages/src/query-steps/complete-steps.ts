/** Completions at a position within steps: the names of steps, functions, fields, and what earlier steps have defined. */
import { namesAfter } from './check-steps.ts'
import { parseSteps } from './parse-steps.ts'
import { STEP_AGGREGATES, STEP_FUNCTIONS } from './step-functions.ts'
import type { StepEnvironment } from './step-scope.ts'
import { STEP_NAMES } from './step-syntax.ts'
import { type StepToken, stepTokens, writtenName } from './step-tokens.ts'

export interface StepOption {
  readonly kind: 'step' | 'field' | 'column' | 'function' | 'word' | 'table'
  readonly label: string
  readonly insert: string
  readonly detail?: string
}

export interface StepCompletion {
  readonly from: number
  readonly to: number
  /** Best first. */
  readonly options: readonly StepOption[]
}

export interface KnownToSteps {
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly lookupTables: readonly string[]
  readonly environment: StepEnvironment
}

interface Place {
  /** The tokens of the step before the word at the position, behind the name of the step. */
  readonly before: readonly StepToken[]
  readonly step: string
  readonly known: KnownToSteps
  /** The steps before this one. */
  readonly earlier: string
  readonly stepsFrom: number
}

/** `stepsFrom` is the offset of the first `|`. Returns undefined if there are no completions. */
export function completeSteps(
  text: string,
  position: number,
  stepsFrom: number,
  known: KnownToSteps,
): StepCompletion | undefined {
  const tokens = stepTokens(text.slice(0, position), stepsFrom).slice(0, -1)
  const last = tokens.at(-1)
  if (last?.kind === 'text' && !last.isClosed) return undefined
  const word = last?.kind === 'name' && last.to === position ? last : undefined
  const complete = word === undefined ? tokens : tokens.slice(0, -1)
  const bar = complete.findLastIndex((token) => isSign(token, '|'))
  const [name, ...before] = complete.slice(bar + 1)
  const step = name?.kind === 'name' ? name.text.toLowerCase() : ''
  const earlier = text.slice(0, complete[bar]?.from ?? stepsFrom)
  const options = name === undefined ? stepOptions() : optionsOf({ before, step, known, earlier, stepsFrom })
  const typed = (word?.kind === 'name' ? word.text : '').toLowerCase()
  const fitting = options.filter(({ label }) => label.toLowerCase().includes(typed))
  const sorted = fitting.toSorted(
    (one, other) =>
      Number(other.label.toLowerCase().startsWith(typed)) - Number(one.label.toLowerCase().startsWith(typed)),
  )
  const from = word?.from ?? position
  const rest = /^[\p{L}\p{N}_.@]*/u.exec(text.slice(position))?.[0] ?? ''
  return sorted.length === 0 ? undefined : { from, to: position + rest.length, options: sorted }
}

const isSign = (token: StepToken | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text
const isWord = (token: StepToken | undefined, text: string): boolean =>
  token?.kind === 'name' && token.text.toLowerCase() === text

const words = (...labels: readonly string[]): readonly StepOption[] =>
  labels.map((label) => ({ kind: 'word', label, insert: label.endsWith('=') ? label : `${label} ` }))

const stepOptions = (): readonly StepOption[] =>
  STEP_NAMES.map((label) => ({ kind: 'step', label, insert: `${label} ` }))

function namesOf({ known, earlier, stepsFrom }: Place): readonly StepOption[] {
  const { steps } = parseSteps(earlier, stepsFrom)
  const { names, knowsFields } = namesAfter(steps, known.environment)
  const types = new Map(known.fields.map(({ name, type }) => [name, type]))
  const columns = names.map((label): StepOption => {
    const type = knowsFields ? types.get(label) : undefined
    return { kind: 'column', label, insert: writtenName(label), ...(type === undefined ? {} : { detail: type }) }
  })
  if (!knowsFields) return columns
  const others = known.fields.filter(({ name }) => !names.includes(name))
  return [
    ...columns,
    ...others.map(({ name, type }) => ({
      kind: 'field' as const,
      label: name,
      insert: writtenName(name),
      detail: type,
    })),
  ]
}

const functionOptions = (help: Readonly<Record<string, { readonly summary: string }>>): readonly StepOption[] =>
  Object.entries(help).map(([label, { summary }]) => ({
    kind: 'function',
    label,
    insert: `${label}(`,
    detail: summary,
  }))

const valueOptions = (place: Place): readonly StepOption[] => [...namesOf(place), ...functionOptions(STEP_FUNCTIONS)]

/** Whether a value is complete at the end of these tokens. */
const endsValue = (last: StepToken | undefined): boolean =>
  last !== undefined &&
  (last.kind === 'text' ||
    last.kind === 'number' ||
    last.kind === 'duration' ||
    isSign(last, ')') ||
    (last.kind === 'name' && !['and', 'or', 'not', 'in', 'by', 'as', 'on'].includes(last.text.toLowerCase())))

function optionsOf(place: Place): readonly StepOption[] {
  const { before, step } = place
  const last = before.at(-1)
  if (isWord(last, 'as')) return []
  switch (step) {
    case 'where':
      return endsValue(last) ? words('and', 'or', 'in') : [...valueOptions(place), ...words('not')]
    case 'let':
      if (last === undefined || (isSign(last, ',') && depthOf(before) === 0)) return []
      return endsValue(last) ? [] : valueOptions(place)
    case 'parse':
      if (before.length === 0) return namesOf(place)
      return before.length === 1 ? words('grok', 'regex', 'json', 'kv') : []
    case 'stats':
    case 'timechart':
      return groupOptions(place)
    case 'top':
    case 'rare':
      return before.length === 0 ? words('10') : listOptions(place, before.length === 1)
    case 'sort':
    case 'fields':
    case 'dedup':
      return listOptions(place, before.length === 0)
    case 'transaction':
      if (before.length === 0) return words('by')
      return isWord(last, 'by') || isSign(last, ',') ? namesOf(place) : words('maxpause=', 'maxspan=')
    case 'join':
      return joinOptions(place)
    default:
      return []
  }
}

const listOptions = (place: Place, isFirst: boolean): readonly StepOption[] => {
  const last = place.before.at(-1)
  return isFirst || isSign(last, ',') || isSign(last, '-') ? namesOf(place) : []
}

const depthOf = (tokens: readonly StepToken[]): number =>
  tokens.filter((token) => isSign(token, '(')).length - tokens.filter((token) => isSign(token, ')')).length

function groupOptions(place: Place): readonly StepOption[] {
  const { before } = place
  const last = before.at(-1)
  const isGrouping = before.some((token) => isWord(token, 'by'))
  if (depthOf(before) > 0) return endsValue(last) ? [] : valueOptions(place)
  if (isGrouping) return endsValue(last) ? words('as') : valueOptions(place)
  const isNext = last === undefined || isSign(last, ',') || last.kind === 'duration'
  return isNext ? functionOptions(STEP_AGGREGATES) : words('by', 'as')
}

function joinOptions(place: Place): readonly StepOption[] {
  const { before, known } = place
  if (before.length === 0) {
    return known.lookupTables.map((label) => {
      const isPlain = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(label)
      return { kind: 'table', label, insert: isPlain ? `${label} ` : `${JSON.stringify(label)} ` }
    })
  }
  if (isWord(before.at(-1), 'on')) return namesOf(place)
  return before.some((token) => isWord(token, 'on')) ? words('as') : words('on')
}
