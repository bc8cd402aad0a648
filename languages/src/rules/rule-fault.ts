import type { RulePosition } from './parse-error.ts'

/** A failure while a rule ran. The message says where and why. */
export class RuleFault extends Error {
  /** The function whose call failed, if it was in a call. */
  readonly functionName: string | undefined
  readonly at: RulePosition

  constructor(cause: unknown, at: RulePosition, functionName?: string) {
    const place = `${at.line}:${at.position_in_line} an exception was thrown: ${rootMessage(cause)}`
    super(functionName === undefined ? `At ${place}` : `In call to function '${functionName}' at ${place}`, { cause })
    this.at = at
    this.functionName = functionName
  }
}

const rootMessage = (cause: unknown): string => {
  if (cause instanceof RuleFault) return rootMessage(cause.cause)
  return cause instanceof Error ? cause.message : String(cause)
}
