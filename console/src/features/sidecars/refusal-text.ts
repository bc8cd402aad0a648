import { ApiError } from '../../api/api-error.ts'

/** Why the server refused a call, in its own words; `undefined` if the call failed for another reason. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 400 ? error.message : undefined
