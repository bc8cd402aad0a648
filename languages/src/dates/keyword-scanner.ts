/** Reads a text from left to right by matching patterns. */
export interface KeywordScanner {
  /** Consumes a match of the sticky pattern at the current position; otherwise the position does not change. */
  accept(pattern: RegExp): RegExpExecArray | undefined
  /** Runs `read`; resets the position if that returns undefined. */
  attempt<T>(read: () => T | undefined): T | undefined
  isAtEnd(): boolean
  /** Moves past the next word or character. */
  skip(): void
}

/** A pattern of one group, with leading spaces, that ends at a word boundary. */
export const words = (source: string): RegExp => new RegExp(`[\\s,]*(${source})(?![\\p{L}\\d_])`, 'uy')

const WORD_OR_MARK = /[\p{L}\d_]+|[^\p{L}\d_]/uy

export function createKeywordScanner(text: string): KeywordScanner {
  let at = 0
  function accept(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return undefined
    at = pattern.lastIndex
    return match
  }
  return {
    accept,
    attempt(read) {
      const before = at
      const found = read()
      if (found === undefined) at = before
      return found
    },
    isAtEnd: () => at >= text.length,
    skip: () => void accept(WORD_OR_MARK),
  }
}
