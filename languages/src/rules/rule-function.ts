/**
 * The functions that rules call: signature, documentation and implementation in one place. `Run` is what the caller of
 * a rule offers while a message is processed, `Tools` what it offers while a rule is compiled.
 */
import type { RuleType } from './rule-types.ts'
import type { RuleValue } from './rule-values.ts'

export interface RuleParam<Value, Tools> {
  readonly name: string
  /** Names that calls may use instead. */
  readonly otherNames?: readonly string[]
  readonly type: RuleType
  /** The Java class of the value that `prepare` makes, by the API's name; the class of `type` without one. */
  readonly preparedClass?: string
  readonly isOptional: boolean
  readonly description: string
  /**
   * Converts an argument that is not null, once per rule if it is a literal. It throws `Error` with a sentence for the
   * author of the rule if the argument is invalid: a literal is then an error of the source.
   */
  readonly prepare: (value: RuleValue, tools: Tools) => Value
}

/** Prepares the arguments of a parameter that takes any value. */
export const asItIs = (value: RuleValue): RuleValue => value

/** Null is a null argument, undefined an optional one that the call leaves out. */
type ArgumentOf<Param> = Param extends RuleParam<infer Value, never> ? Value | null | undefined : never

export type ArgumentsOf<Params> = { readonly [At in keyof Params]: ArgumentOf<Params[At]> }

export interface RuleExample {
  /** An expression, or statements that end with a semicolon. */
  readonly source: string
  /** What the expression gives, or what the statements change, written as the documentation shows it. */
  readonly result: string
}

export interface RuleFunction<Run, Tools> {
  readonly name: string
  readonly description: string
  readonly example: RuleExample
  readonly params: readonly RuleParam<unknown, Tools>[]
  readonly returns: RuleType
  readonly isPure: boolean
  /** Why it should not be used any more, and what to use instead. */
  readonly deprecated?: string
  /** The call gets null for an argument whose evaluation fails. */
  readonly catchesErrors: boolean
  /** Arguments are in the order of `params`. It throws `Error` to fail the statement. */
  call(args: readonly unknown[], run: Run): RuleValue
}

interface RuleFunctionDefinition<Run, Tools, Params extends readonly RuleParam<unknown, Tools>[]>
  extends Omit<RuleFunction<Run, Tools>, 'params' | 'call' | 'isPure' | 'catchesErrors'> {
  readonly params: readonly [...Params]
  readonly isPure?: boolean
  readonly catchesErrors?: boolean
  call(args: ArgumentsOf<Params>, run: Run): RuleValue
}

/** Types the arguments of a function by its parameters: bind `Run` and `Tools` once, then define many. */
export const functionsFor =
  <Run, Tools>() =>
  <const Params extends readonly RuleParam<unknown, Tools>[]>(
    definition: RuleFunctionDefinition<Run, Tools, Params>,
  ): RuleFunction<Run, Tools> => ({ isPure: false, catchesErrors: false, ...definition })
