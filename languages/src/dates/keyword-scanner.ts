/** A place in a text, which moves on where a pattern matches. */
export interface KeywordScanner {
  /** What a sticky pattern matches here; otherwise the place stays. */
  take(pattern: RegExp): RegExpExecArray | undefined
  /** Runs `read`, and goes back to where it began when that answers nothing. */
  attempt<T>(read: () => T | undefined): T | undefined
  isAtEnd(): boolean
  /** To behind the next word or mark. */
  skip(): void
}

/** A pattern of one group, after blanks, that ends where a word ends. */
export const words = (source: string): RegExp => new RegExp(`[\\s,]*(${source})(?![\\p{L}\\d_])`, 'uy')

const WORD_OR_MARK = /[\p{L}\d_]+|[^\p{L}\d_]/uy

export function createKeywordScanner(text: string): KeywordScanner {
  let at = 0
  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return undefined
    at = pattern.lastIndex
    return match
  }
  return {
    take,
    attempt(read) {
      const before = at
      const found = read()
      if (found === undefined) at = before
      return found
    },
    isAtEnd: () => at >= text.length,
    skip: () => void take(WORD_OR_MARK),
  }
}
