/** A fault of a template, in its source or while it is rendered. The message is for the author of the template. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  /** Both count from 1. */
  readonly line: number
  readonly column: number

  constructor(reason: string, source: string, at: number) {
    const before = source.slice(0, at)
    const line = before.split('\n').length
    const column = at - before.lastIndexOf('\n')
    super(`${reason} (line ${line}, column ${column})`)
    this.line = line
    this.column = column
  }
}

/** Marks the place of a fault; the caller that knows the source makes a `TemplateError` of it. */
export class Fault extends Error {
  readonly at: number
  /** Name of the template in which it happened, unless that is the one that is rendered. */
  source: string | undefined

  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

/** A value is missing: `!` and `??` of an expression in parentheses catch it. */
export class MissingValue extends Fault {}

/** Leaves a loop, macro or function. It is a fault if there is none around it. */
export class Signal extends Fault {}
