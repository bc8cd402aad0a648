import { isWithinEdits } from '../query/is-within-edits.ts'
import type { QueryFix } from '../query/query-fix.ts'
import type { QuerySyntaxError } from '../query/query-syntax-error.ts'
import type { FuzzyEdits, Span } from '../query/query-tree.ts'

/** Thrown where a step cannot be understood. */
export class StepProblem extends Error {
  override readonly name = 'StepProblem'
  readonly problem: QuerySyntaxError
  constructor(problem: QuerySyntaxError) {
    super(problem.message)
    this.problem = problem
  }
}

export function refuse(message: string, { from, to }: Span, fix?: QueryFix): never {
  throw new StepProblem({ message, from, to, ...(fix && { fix }) })
}

/** A fix that replaces the place of the problem. */
export const replacing = ({ from, to }: Span, insert: string): QueryFix => ({ from, to, insert })
export const insertingAt = (at: number, insert: string): QueryFix => ({ from: at, to: at, insert })

/** Longer names are not compared. */
const MAX_COMPARED = 60

/** The known name that was probably meant. */
export function similarName(written: string, names: Iterable<string>): string | undefined {
  const characters = [...written.toLowerCase()].slice(0, MAX_COMPARED)
  const all = [...names].filter((name) => name.length <= MAX_COMPARED)
  const within = (edits: FuzzyEdits) => all.find((name) => isWithinEdits(characters, [...name.toLowerCase()], edits))
  return within(0) ?? within(1) ?? (characters.length > 4 ? within(2) : undefined)
}

const SHOWN = 12

/** `a, b and c`, cut after a dozen. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN)
  const last = shown.at(-1) ?? ''
  if (names.length > SHOWN) return `${shown.join(', ')} and ${names.length - SHOWN} more`
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
