/** Date patterns of Joda-Time and of Java's `DateTimeFormatter`, compiled to functions that read texts. */
import { type DateElement, literalElement, optionalElement } from './date-elements.ts'
import { dateNamesOf } from './date-names.ts'
import { DatePatternError, type PatternToken, tokensOf } from './date-pattern-tokens.ts'
import { createReading, type DateDialect, instantOf, type LocalZone, startReading } from './date-reading.ts'
import { javaElement, javaFixedWidth } from './java-date-letters.ts'
import { jodaElement } from './joda-date-letters.ts'
import type { LetterContext } from './letter-context.ts'

export interface DatePatternOptions {
  readonly dialect: DateDialect
  /** A BCP 47 tag; English if it is invalid. */
  readonly locale: string
  /** Zone of texts without one. */
  readonly zone: LocalZone
  /** Finds `Europe/Berlin`, `CET` or `GMT+8` in a text. */
  readonly namedZone: (name: string) => LocalZone | undefined
  /** Clock for dates without a year, which are of this year. Without it, they are not read. */
  readonly now?: () => number
  /** Year of dates without one, instead of the current year. */
  readonly yearByDefault?: number
}

/** Returns the instant in milliseconds, or undefined if the whole text does not match the pattern. */
export type ParseDate = (text: string) => number | undefined

/** Throws `DatePatternError`. */
export function compileDatePattern(pattern: string, options: DatePatternOptions): ParseDate {
  const names = dateNamesOf(options.locale)
  const tokens = tokensOf(pattern, options.dialect === 'java')
  const elements = elementsOf(tokens, { ...options, names })
  const reading = createReading()
  return (text) => {
    startReading(reading, text)
    for (const element of elements) if (!element(reading)) return undefined
    return reading.at === text.length ? instantOf(reading, options) : undefined
  }
}

type Context = Omit<LetterContext, 'next' | 'reserved'>

function elementsOf(tokens: readonly PatternToken[], context: Context): readonly DateElement[] {
  return tokens.map((token, at): DateElement => {
    switch (token.kind) {
      case 'literal':
        return literalElement(token.text, context.dialect === 'joda')
      case 'optional':
        return optionalElement(elementsOf(token.tokens, context))
      default: {
        const letters = { ...context, next: tokens[at + 1], reserved: reservedAfter(tokens, at) }
        const element = context.dialect === 'joda' ? jodaElement(token, letters) : javaElement(token, letters)
        if (element !== undefined) return element
        throw new DatePatternError(
          `The date pattern has the letters ${token.letter.repeat(token.count)}, which have no meaning`,
        )
      }
    }
  })
}

/** Digits that a number leaves to the numbers of a fixed width directly behind it. */
function reservedAfter(tokens: readonly PatternToken[], at: number): number {
  let digits = 0
  for (let next = at + 1; next < tokens.length; next += 1) {
    const token = tokens[next]
    const width = token?.kind === 'letters' ? javaFixedWidth(token) : 0
    if (width === 0) break
    digits += width
  }
  return digits
}
