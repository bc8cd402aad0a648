import { ApiError } from '../../api/api-error.ts'

/** Why the server refused a call, in its own words; otherwise what failed. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status === 400 ? error.message : otherwise
