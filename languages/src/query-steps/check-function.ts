/** Checks calls of functions, and prepares their constants. */
import { readIpRange } from '../query/ip-range.ts'
import { compileStepRegex } from './check-pattern.ts'
import { type Checked, call, madeCall, requireSame, requireType } from './check-types.ts'
import { type FunctionName, type FunctionSpec, STEP_FUNCTIONS } from './step-functions.ts'
import { insertingAt, refuse } from './step-problem.ts'
import type { StepScope } from './step-scope.ts'
import type { ExpressionSyntax, TextSyntax } from './step-syntax.ts'
import type { StepCall, StepExpression, StepType } from './step-tree.ts'

type CallSyntax = Extract<ExpressionSyntax, { kind: 'call' }>
type Check = (syntax: ExpressionSyntax, scope: StepScope) => StepExpression

/** Decimals of `round`. */
export const MAX_DECIMALS = 9
/** Characters that `substring` counts, and parts of `split`. */
export const MAX_TEXT_PLACE = 100_000
const MAX_JSON_PATH = 10

export function checkFunction(name: FunctionName, syntax: CallSyntax, scope: StepScope, check: Check): StepExpression {
  const spec: FunctionSpec = STEP_FUNCTIONS[name]
  requireCount(name, spec, syntax)
  if (name === 'now') return { kind: 'literal', type: 'time', value: Math.floor(scope.environment.nowMs) }
  if (name === 'text') return checkText(syntax, scope, check)
  const values = syntax.args.filter((_, at) => argumentType(spec, at) !== 'constant')
  const checked = values.map((arg) => ({ ...check(arg, scope), syntax: arg }))
  const types = syntax.args.map((_, at) => argumentType(spec, at)).filter((type) => type !== 'constant')
  for (const [at, arg] of checked.entries()) {
    const wanted = types[at]
    if (wanted !== undefined && wanted !== 'any' && wanted !== 'same')
      requireType(arg, wanted, `${spec.call} takes ${wanted === 'boolean' ? 'a condition' : `a ${wanted}`} here`)
  }
  const same = requireSame(checked.filter((_, at) => types[at] === 'same'))
  const type: StepType = spec.result === 'same' ? same : spec.result
  return prepared(name, { syntax, checked, type })
}

const argumentType = ({ args }: FunctionSpec, at: number) => args[at] ?? args.at(-1)

function requireCount(name: string, { args, optional = 0, isOpen, call: example }: FunctionSpec, syntax: CallSyntax) {
  const { length } = syntax.args
  const isTooFew = length < args.length - optional
  if (!isTooFew && (isOpen || length <= args.length)) return
  refuse(`${name} has too ${isTooFew ? 'few' : 'many'} arguments: ${example}`, syntax.span)
}

/** The text of a field is what was received, not its number. */
function checkText({ args }: CallSyntax, scope: StepScope, check: Check): StepExpression {
  const [arg] = args
  if (arg === undefined) throw new TypeError('text has an argument')
  const value = check(arg, scope)
  const field = arg.kind === 'name' ? scope.find(arg.name, arg.span).field : undefined
  if (field !== undefined && value.type === 'number' && scope.order.areMessages) {
    const { id } = scope.baseColumn(field, 'text')
    return { kind: 'column', id, type: 'text' }
  }
  return value.type === 'text' ? value : call('text', 'text', value)
}

interface CheckedCall {
  readonly syntax: CallSyntax
  /** The arguments that are not constants. */
  readonly checked: readonly Checked[]
  readonly type: StepType
}

function prepared(name: FunctionName, { syntax, checked, type }: CheckedCall): StepExpression {
  const made = (prepare: StepCall, result = type) => madeCall(prepare, result, checked)
  const text = (at: number, what: string) => constantText(syntax, at, what)
  const whole = (at: number, range: { min: number; max: number }) => constantNumber(syntax, at, range)
  switch (name) {
    case 'matches':
      return made({ name, regex: compileStepRegex(text(1, 'a regular expression'), 'nothing') })
    case 'extract': {
      const regex = compileStepRegex(text(1, 'a regular expression'), 'first')
      return made({ name, regex })
    }
    case 'replace':
      return made({ name, old: notEmpty(text(1, 'the old part')) })
    case 'split':
      return made({
        name,
        separator: notEmpty(text(1, 'a separator')),
        place: whole(2, { min: 1, max: MAX_TEXT_PLACE }),
      })
    case 'substring': {
      const start = whole(1, { min: 1, max: MAX_TEXT_PLACE })
      const length = syntax.args.length < 3 ? undefined : whole(2, { min: 1, max: MAX_TEXT_PLACE })
      return made({ name, start, length })
    }
    case 'json':
      return made({ name, path: jsonPath(text(1, 'a path')) })
    case 'kv':
      return made({ name, key: notEmpty(text(1, 'a key')) })
    case 'round':
      return made({ name, digits: syntax.args.length < 2 ? 0 : whole(1, { min: 0, max: MAX_DECIMALS }) })
    case 'network':
      return made({ name, bits: whole(1, { min: 0, max: 32 }) })
    case 'in_network': {
      const { text: written, span } = text(1, 'a network')
      const network = readIpRange(written) ?? refuse('This is not a network such as 10.0.0.0/8 or fe80::/10.', span)
      return made({ name, network })
    }
    case 'bin':
      return checkBin(made, syntax, checked)
    case 'now':
      throw new TypeError('now is a constant')
    default:
      return made({ name })
  }
}

function checkBin(
  made: (prepare: StepCall, type: StepType) => StepExpression,
  { args }: CallSyntax,
  [value]: readonly Checked[],
): StepExpression {
  const [, width] = args
  if (width?.kind !== 'number' || width.value <= 0)
    return refuse(
      'bin needs a width, as in: bin(timestamp, 5m) or bin(took_ms, 100)',
      width?.span ?? { from: 0, to: 0 },
    )
  if (value === undefined) throw new TypeError('bin has a value')
  if (value.type === 'time' && !width.isDuration)
    return refuse(
      'The width of a span of time has a unit, as in 5m or 1h.',
      width.span,
      insertingAt(width.span.to, 'm'),
    )
  if (value.type !== 'time') requireType(value, 'number', 'bin takes a time or a number')
  return made({ name: 'bin', widthMs: width.value }, value.type)
}

function constantText({ args, span }: CallSyntax, at: number, what: string): TextSyntax {
  const arg = args[at]
  if (arg?.kind !== 'text') return refuse(`Here belongs ${what}, in quotes.`, arg?.span ?? span)
  return { text: arg.value.toWellFormed(), span: arg.span }
}

function constantNumber({ args, span }: CallSyntax, at: number, { min, max }: { min: number; max: number }): number {
  const arg = args[at]
  if (arg?.kind !== 'number' || !Number.isSafeInteger(arg.value) || arg.value < min || arg.value > max)
    return refuse(`Here belongs a whole number from ${min} to ${max}.`, arg?.span ?? span)
  return arg.value
}

const notEmpty = ({ text, span }: TextSyntax): string => (text === '' ? refuse('This is empty.', span) : text)

export function jsonPath(path: TextSyntax): readonly string[] {
  const keys = notEmpty(path).split('.')
  if (keys.length > MAX_JSON_PATH || keys.includes(''))
    return refuse(`A path has at most ${MAX_JSON_PATH} names with dots between them.`, path.span)
  return keys
}
