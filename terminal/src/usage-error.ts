/** The command line cannot be understood, or something is missing that the user has to give. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
