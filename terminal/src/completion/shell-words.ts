/** The words of a command line that is being typed, as shells read them. */
export interface TypedLine {
  /** Those before the one at the cursor, without quotes and escapes. */
  readonly words: readonly string[]
  readonly current: TypedWord
}

export interface TypedWord {
  readonly text: string
  /** As typed, with quotes and escapes. */
  readonly raw: string
  /** The quote that is open at the cursor. */
  readonly quote: "'" | '"' | undefined
}

/** `line` ends at the cursor. */
export function readTypedLine(line: string): TypedLine {
  const words: string[] = []
  let text = ''
  let start = 0
  let isWord = false
  let quote: TypedWord['quote']
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    if (!isWord && /\s/.test(sign)) {
      start = at + 1
      continue
    }
    if (quote === undefined && /\s/.test(sign)) {
      words.push(text)
      text = ''
      isWord = false
      start = at + 1
      continue
    }
    isWord = true
    if (sign === quote) quote = undefined
    else if (quote === undefined && (sign === "'" || sign === '"')) quote = sign
    else if (sign === '\\' && quote !== "'" && at + 1 < line.length && isEscaped(line[at + 1] ?? '', quote)) {
      at += 1
      text += line[at]
    } else text += sign
  }
  return { words, current: { text, raw: line.slice(start), quote } }
}

/** In double quotes a backslash escapes these only. */
const isEscaped = (sign: string, quote: TypedWord['quote']): boolean => quote === undefined || '"\\$`'.includes(sign)
