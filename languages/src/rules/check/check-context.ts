import type { ParseErrorType } from '@logyard/contract/pipelines/parse-errors'
import type { RuleParseError, RulePosition } from '../parse-error.ts'
import type { RuleFunction } from '../rule-function.ts'
import type { RuleExpression } from '../rule-tree.ts'
import type { RuleType } from '../rule-types.ts'
import { sourcePositions } from '../source-positions.ts'

/** Reasons quote operands up to this length. */
const MAX_QUOTED_LENGTH = 100

/** Errors per source; further ones are not reported. */
const MAX_ERRORS = 200

export interface Variable {
  readonly slot: number
  readonly type: RuleType
}

/** The names that a rule has declared so far, and its errors. */
export class CheckContext<Run, Tools> {
  readonly functions: ReadonlyMap<string, RuleFunction<Run, Tools>>
  readonly tools: Tools
  readonly errors: RuleParseError[] = []
  readonly variables = new Map<string, Variable>()
  readonly usedFunctions = new Set<string>()
  readonly positionOf: (offset: number) => RulePosition
  private readonly source: string
  private readonly invalidOperations: number[] = []
  private declared = 0

  constructor(source: string, functions: ReadonlyMap<string, RuleFunction<Run, Tools>>, tools: Tools) {
    this.source = source
    this.functions = functions
    this.tools = tools
    this.positionOf = sourcePositions(source)
  }

  /** How many variables are declared. */
  get slots(): number {
    return this.declared
  }

  /** A second declaration of a name replaces the first one. */
  declare(name: string, type: RuleType): Variable {
    const variable = { slot: this.declared++, type }
    this.variables.set(name, variable)
    return variable
  }

  report(type: ParseErrorType, offset: number, reason: string): void {
    if (type === 'invalid_operation') this.invalidOperations.push(offset)
    if (this.errors.length < MAX_ERRORS) this.errors.push({ type, ...this.positionOf(offset), reason })
  }

  /** Operands of an impossible operation have no value, which needs no further error. */
  hasInvalidOperation({ from, to }: RuleExpression): boolean {
    return this.invalidOperations.some((offset) => offset >= from && offset < to)
  }

  /** The place as reasons name it. */
  placeOf(offset: number): string {
    const { line, position_in_line } = this.positionOf(offset)
    return ` in line ${line} pos ${position_in_line}`
  }

  textOf({ from, to }: RuleExpression): string {
    const text = this.source.slice(from, to)
    return text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH)}…`
  }
}
