/** A pattern that Java refuses, or one that JavaScript cannot express. The message reads as Java's own. */
export class JavaRegexError extends Error {
  override readonly name = 'JavaRegexError'
  readonly reason: string
  /** Index in the pattern; -1 for the place before it. */
  readonly index: number

  constructor(reason: string, pattern: string, index: number) {
    const place = index < 0 ? '' : ` near index ${index}`
    const mark = index < 0 || index >= pattern.length ? '' : `\n${' '.repeat(index)}^`
    super(`${reason}${place}\n${pattern}${mark}`)
    this.reason = reason
    this.index = index
  }
}
