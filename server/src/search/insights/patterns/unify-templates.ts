/** The text that templates of one statement have in common, with a `*` for each part that varies. */
import { masksOf, templateOf } from '@logyard/languages/message-templates/template'
import { looseTokens, strictTokens, type TemplateToken, withoutOptionalParts } from './template-tokens.ts'

type Tokenize = (template: string) => readonly TemplateToken[]

const loose: Tokenize = (template) => looseTokens(strictTokens(template))
const short: Tokenize = (template) => withoutOptionalParts(loose(template))

/** Lists are one part only if their lengths differ. */
export function unifyTemplates(templates: readonly string[]) {
  const tokenize = [strictTokens, loose].find((candidate) => haveOneLength(templates.map(candidate))) ?? short
  const [first = [], ...others] = templates.map(tokenize)
  const varies = first.map(({ raw, isVariable }, index) =>
    isVariable ? true : others.some((tokens) => tokens[index]?.raw !== raw),
  )
  let text = ''
  /** Positions of the variable parts in the text, in order. */
  const positions: number[] = []
  for (const [index, { raw }] of first.entries()) {
    if (varies[index] === true) positions.push(text.length)
    text += varies[index] === true ? '*' : raw
  }
  return {
    text,
    positions,
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
