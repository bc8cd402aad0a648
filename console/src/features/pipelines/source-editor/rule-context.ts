/** What surrounds a position of a rule's source, also while the source does not parse. */
import { isComment, type SourceToken, sourceTokens } from '../model/source-text.ts'

interface RuleCall {
  readonly name: string
  /** The position of the argument, from 0. */
  readonly argument: number
  /** The parameter before the colon of this argument. */
  readonly parameter: string | undefined
  /** The parameters that the call names. */
  readonly named: readonly string[]
}

export interface RuleContext {
  /** `field`: behind `$message.`; `string`: in a literal; `statement`: where a statement begins. */
  readonly place: 'nothing' | 'field' | 'string' | 'statement' | 'expression' | 'head'
  /** Where the typed word, or the content of the literal, begins. */
  readonly from: number
  readonly call: RuleCall | undefined
  /** Declared before the position. */
  readonly variables: readonly string[]
}

/** Much longer sources get no completion, which has to be quick. */
const MAX_LENGTH = 200_000

export function ruleContext(source: string, position: number): RuleContext {
  const tokens = tokensOf(source.slice(0, Math.min(position, MAX_LENGTH)))
  const last = tokens.at(-1)
  const variables = variablesIn(tokens)
  const none = { call: undefined, variables }
  if (last !== undefined && isOpenComment(last.text, last.from + last.text.length === position))
    return { place: 'nothing', from: position, ...none }
  if (last !== undefined && isOpenString(last.text))
    return { place: 'string', from: last.from + 1, call: callAround(tokens.slice(0, -1)), variables }
  const isWord = last !== undefined && /^[A-Za-z_`]/.test(last.text) && last.from + last.text.length === position
  const before = isWord ? tokens.slice(0, -1) : tokens
  const from = isWord ? last.from : position
  const previous = before.at(-1)?.text
  if (previous === '.') {
    return { place: before.at(-2)?.text === '$message' ? 'field' : 'nothing', from, ...none }
  }
  return { place: placeBehind(before), from, call: callAround(before), variables }
}

/** Without comments, except one at the end, which may be open. */
const tokensOf = (text: string): readonly SourceToken[] =>
  sourceTokens(text).filter((token, index, all) => !isComment(token) || index === all.length - 1)

const isOpenComment = (token: string, isAtEnd: boolean) =>
  (token.startsWith('//') && isAtEnd) || (token.startsWith('/*') && (token.length < 4 || !token.endsWith('*/')))

function isOpenString(token: string): boolean {
  if (!token.startsWith('"')) return false
  return !/^"(?:[^"\\]|\\[\s\S])*"$/.test(token)
}

/** The keyword that begins the part of the rule, and whether a statement can begin here. */
function placeBehind(tokens: readonly SourceToken[]): RuleContext['place'] {
  const previous = tokens.at(-1)?.text.toLowerCase()
  const part = tokens.findLast(({ text }) => /^(rule|pipeline|when|then|end)$/i.test(text))?.text.toLowerCase()
  if (part === undefined || part === 'rule' || part === 'pipeline' || part === 'end') return 'head'
  if (previous === 'let') return 'nothing'
  return part === 'then' && (previous === 'then' || previous === ';') ? 'statement' : 'expression'
}

interface OpenCall {
  readonly name: string | undefined
  argument: number
  parameter: string | undefined
  readonly named: string[]
}

function callAround(tokens: readonly SourceToken[]): RuleCall | undefined {
  const open: OpenCall[] = []
  tokens.forEach(({ text }, index) => {
    const previous = tokens[index - 1]?.text ?? ''
    const top = open.at(-1)
    if (text === '(' || text === '[' || text === '{') {
      const isCall = text === '(' && /^[A-Za-z_]\w*$/.test(previous) && !/^(when|and|or|not|then)$/i.test(previous)
      open.push({ name: isCall ? previous : undefined, argument: 0, parameter: undefined, named: [] })
    } else if (text === ')' || text === ']' || text === '}') open.pop()
    else if (text === ';') open.length = 0
    else if (text === ',' && top !== undefined) {
      top.argument++
      top.parameter = undefined
    } else if (text === ':' && top !== undefined) {
      top.parameter = previous.replaceAll('`', '')
      top.named.push(top.parameter)
    }
  })
  const top = open.at(-1)
  return top?.name === undefined ? undefined : { ...top, name: top.name }
}

function variablesIn(tokens: readonly SourceToken[]): readonly string[] {
  const names = tokens.flatMap(({ text }, index) => {
    const isDeclared = tokens[index - 1]?.text.toLowerCase() === 'let' && tokens[index + 1]?.text === '='
    return isDeclared ? [text] : []
  })
  return [...new Set(names)]
}
