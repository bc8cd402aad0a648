/** A position in the tokens of steps. */
import type { Span } from '../query/query-tree.ts'
import { insertingAt, refuse } from './step-problem.ts'
import type { NameSyntax, TextSyntax } from './step-syntax.ts'
import { RESERVED, type StepToken } from './step-tokens.ts'

const END: StepToken = { kind: 'end', from: 0, to: 0 }

export class TokenReader {
  readonly #tokens: readonly StepToken[]
  #at = 0
  /** The depth of brackets, calls and operators. */
  depth = 0

  constructor(tokens: readonly StepToken[]) {
    this.#tokens = tokens
  }

  peek(ahead = 0): StepToken {
    return this.#tokens[this.#at + ahead] ?? this.#tokens.at(-1) ?? END
  }

  take(): StepToken {
    const token = this.peek()
    this.#at += 1
    return token
  }

  /** The end of the last token that was taken. */
  get endOfLast(): number {
    return this.#tokens[this.#at - 1]?.to ?? 0
  }

  isSign(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'sign' && token.text === text
  }

  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'name' && !token.isQuoted && token.text.toLowerCase() === word
  }

  acceptSign(text: string): boolean {
    if (!this.isSign(text)) return false
    this.#at += 1
    return true
  }

  acceptWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.#at += 1
    return true
  }

  isAtEndOfStep(): boolean {
    return this.peek().kind === 'end' || this.isSign('|')
  }

  skipStep(): void {
    while (!this.isAtEndOfStep()) this.#at += 1
  }

  requireSign(text: string, why: string): void {
    if (this.acceptSign(text)) return
    refuse(why, this.place(), insertingAt(this.endOfLast, text))
  }

  requireWord(word: string, why: string): void {
    if (!this.acceptWord(word)) refuse(why, this.place())
  }

  /** Where a problem with the next token is shown: behind the last one if there is none. */
  place(): Span {
    const { from, to } = this.peek()
    return this.isAtEndOfStep() ? { from: this.endOfLast, to: this.endOfLast } : { from, to }
  }

  name(why: string): NameSyntax {
    const token = this.peek()
    if (token.kind !== 'name' || (!token.isQuoted && RESERVED.has(token.text.toLowerCase()))) refuse(why, this.place())
    if (token.text === '') refuse('A name in backticks is empty.', token)
    this.#at += 1
    return { name: token.text, span: { from: token.from, to: token.to } }
  }

  text(why: string): TextSyntax {
    const token = this.peek()
    if (token.kind !== 'text') refuse(why, this.place())
    if (!token.isClosed) refuse('A quote " is never closed.', token, insertingAt(token.to, '"'))
    this.#at += 1
    return { text: token.value, span: { from: token.from, to: token.to } }
  }

  integer(why: string): number {
    const token = this.peek()
    if (token.kind !== 'number' || !Number.isSafeInteger(token.value) || token.value < 1) refuse(why, this.place())
    this.#at += 1
    return token.value
  }

  /** Items with commas between them. */
  list<Item>(read: () => Item): readonly Item[] {
    const items = [read()]
    while (this.acceptSign(',')) items.push(read())
    return items
  }
}
