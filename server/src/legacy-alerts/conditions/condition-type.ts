/** How alert conditions of one type are read and checked. `condition-types.ts` lists the types. */
import type { AlertConditionType } from '@logyard/contract/legacy-alerts/alert-conditions'
import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MeasuredSelection, MeasureOptions, Measures } from '../../search/measures/measures.ts'
import type { InstantRange } from '../../search/scope/message-scope.ts'
import { alertConditionRefused } from '../legacy-alert-errors.ts'

export type Parameters = Readonly<Record<string, unknown>>

/** The messages that are new to a check, and the instant that it is about: later if messages wait to be stored. */
export interface CheckedUntil {
  readonly fromMs: number
  readonly toMs: number
  readonly atMs: number
}

export interface ConditionCheck {
  readonly measures: Measures
  readonly selection: MeasuredSelection
  readonly options: MeasureOptions
}

export interface ConditionType {
  readonly info: AlertConditionType
  /** Converts what a client sent, and drops unknown names. Throws if a parameter is missing or invalid. */
  read(parameters: Parameters): Record<string, unknown>
  common(parameters: Parameters): CommonParameters
  query(parameters: Parameters): string
  range(parameters: Parameters, until: CheckedUntil): InstantRange
  /** Why the condition is met, or `undefined`. */
  check(parameters: Parameters, check: ConditionCheck): Promise<string | undefined>
}

const MAX_NUMBER = Number.MAX_SAFE_INTEGER
/** The longest range of a condition: a year. */
export const MAX_CONDITION_MINUTES = 525_600
const MAX_QUERY = 20_000
export const MAX_CONDITION_FIELD = 1000
const MAX_INT = 2 ** 31 - 1

export const minutes = Type.Integer({ minimum: 1, maximum: MAX_CONDITION_MINUTES })
export const decimalThreshold = Type.Number({ minimum: -MAX_NUMBER, maximum: MAX_NUMBER })
export const wholeThreshold = Type.Integer({ minimum: -MAX_NUMBER, maximum: MAX_NUMBER })

export const commonProperties = {
  query: Type.String({ maxLength: MAX_QUERY, default: '*' }),
  grace: Type.Integer({ minimum: 0, maximum: MAX_INT }),
  backlog: Type.Integer({ minimum: 0, maximum: MAX_INT }),
  repeat_notifications: Type.Boolean({ default: false }),
}
const Common = Type.Object(commonProperties)
export type CommonParameters = Static<typeof Common>

interface TypeSpec<S extends TObject> {
  readonly info: AlertConditionType
  readonly schema: S
  /** Parameters whose values are written in upper case. */
  readonly upperCase?: readonly string[]
  readonly query?: (parameters: Static<S>) => string
  readonly range: (parameters: Static<S>, until: CheckedUntil) => InstantRange
  readonly check: (parameters: Static<S>, check: ConditionCheck) => Promise<string | undefined>
}

export function conditionType<S extends TObject<typeof commonProperties>>(spec: TypeSpec<S>): ConditionType {
  const { schema, upperCase = [] } = spec
  const own = (parameters: Parameters) => Value.Parse(schema, parameters)
  return {
    info: spec.info,
    read(given) {
      const named = Object.entries(given).filter(([, value]) => value !== null)
      const plain = Object.fromEntries(
        named.map(([name, value]) => [
          name,
          upperCase.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
        ]),
      )
      const candidate = Value.Default(schema, Value.Convert(schema, Value.Clean(schema, plain)))
      if (!Value.Check(schema, candidate)) throw alertConditionRefused()
      return { ...candidate }
    },
    common: (parameters) => Value.Parse(Common, Value.Clean(Common, { ...parameters })),
    query: (parameters) => spec.query?.(own(parameters)) ?? plainQuery(own(parameters).query),
    range: (parameters, until) => spec.range(own(parameters), until),
    check: (parameters, check) => spec.check(own(parameters), check),
  }
}

/** The query of the parameters; empty for all messages. */
export const plainQuery = (query: string): string => (query.trim() === '*' ? '' : query.trim())

export const lastMinutes = ({ time }: { readonly time: number }, { atMs }: CheckedUntil): InstantRange => ({
  fromMs: atMs - time * 60_000,
  toMs: atMs,
})

export const graceText = ({ grace }: { readonly grace: number }): string => `(Current grace time: ${grace} minutes)`
