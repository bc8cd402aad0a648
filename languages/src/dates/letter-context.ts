import type { DateNames } from './date-names.ts'
import type { PatternToken } from './date-pattern-tokens.ts'
import type { DateDialect, LocalZone } from './date-reading.ts'

export type LetterToken = Extract<PatternToken, { kind: 'letters' }>

/** What letters need to know to become an element. */
export interface LetterContext {
  readonly dialect: DateDialect
  readonly names: DateNames
  readonly now?: () => number
  readonly namedZone: (name: string) => LocalZone | undefined
  readonly next: PatternToken | undefined
  /** Digits that numbers of a fixed width directly behind the letters need. */
  readonly reserved: number
}
