/** Why a pattern cannot be compiled: a sentence for the user who wrote it, and the part of the pattern that it is about. */
export class GrokSyntaxError extends Error {
  override readonly name = 'GrokSyntaxError'
  readonly from: number
  readonly to: number

  constructor(message: string, from: number, to: number) {
    super(message)
    this.from = from
    this.to = to
  }
}
