import { ApiError } from '../../api/api-error.ts'

/** The server's reason for refusing a call; `undefined` if the call failed for another reason. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 400 ? error.message : undefined

/** The server's reason, or the usual one. */
export const refusalOr = (error: unknown, status: string): string => refusalText(error) ?? status
