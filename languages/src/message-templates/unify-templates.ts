/** The text that templates of one statement have in common, with a `*` for each part that varies. */
import { masksOf, templateOf } from './template.ts'
import { looseTokens, strictTokens, type TemplateToken, withoutOptionalParts } from './template-tokens.ts'

/** How templates are divided into tokens. */
export type Tokenize = (template: string) => readonly TemplateToken[]

const loose: Tokenize = (template) => looseTokens(strictTokens(template))
const short: Tokenize = (template) => withoutOptionalParts(loose(template))

/** Lists are one part only if their lengths differ. */
export function unifyTemplates(templates: readonly string[]) {
  const tokenize = [strictTokens, loose].find((candidate) => haveOneLength(templates.map(candidate))) ?? short
  const [first = [], ...others] = templates.map(tokenize)
  const varies = first.map(({ raw, isVariable }, index) =>
    isVariable ? true : others.some((tokens) => tokens[index]?.raw !== raw),
  )
  const hasWords = first.map((_, index) => [first, ...others].some((tokens) => tokens[index]?.isVariable === false))
  let text = ''
  const places: number[] = []
  /** Positions of the variable parts in the text, in order. */
  const positions: number[] = []
  for (const [index, { raw }] of first.entries()) {
    if (varies[index] === true) {
      positions.push(text.length)
      places.push(index)
    }
    text += varies[index] === true ? '*' : raw
  }
  return {
    text,
    positions,
    tokenize,
    /** Places of the variable parts among the tokens. */
    places,
    /** Whether a further template would not change the text. */
    covers(template: string): boolean {
      const tokens = tokenize(template)
      return (
        tokens.length === first.length &&
        tokens.every(({ raw, isVariable }, index) =>
          varies[index] === true ? isVariable || hasWords[index] === true : raw === first[index]?.raw,
        )
      )
    },
    /** The values of the variable parts of a message; undefined if it has another shape. */
    valuesOf(message: string) {
      const tokens = tokenize(templateOf(message))
      if (tokens.length !== first.length) return undefined
      const masked = new Map(masksOf(message).map(({ position, from, to }) => [position, message.slice(from, to)]))
      return tokens.flatMap((token, index) => (varies[index] === true ? [textIn(token, masked)] : []))
    },
  }
}

const haveOneLength = ([first, ...others]: readonly (readonly TemplateToken[])[]): boolean =>
  others.every((tokens) => tokens.length === first?.length)

/** The token as the message has it. */
const textIn = ({ raw, at }: TemplateToken, masked: ReadonlyMap<number, string>): string =>
  raw.replaceAll('*', (star, offset: number) => masked.get(at + offset) ?? star)
