/** Returns undefined unless the text is an ISO 8601 duration, such as `P1D` and `PT5M`. */
export function parseDuration(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
