/** How long sign-ins wait for a directory. */

/** Limit for each address, TLS included, and for the name of the host. */
export const CONNECT_LIMIT_MS = 2000
/** Limit for the name of the host and all its addresses. */
export const CONNECTING_LIMIT_MS = 5000
/** Limit of the response to one request. */
export const ANSWER_LIMIT_MS = 10_000
/** Limit of everything together. */
export const CONVERSATION_LIMIT_MS = 15_000
/** An address that did not answer is not tried again for this time. */
export const SKIPPED_MS = 10_000

export interface DirectoryLimits {
  readonly connectMs: number
  readonly connectingMs: number
  readonly answerMs: number
  readonly conversationMs: number
  readonly skippedMs: number
}

export const DIRECTORY_LIMITS: DirectoryLimits = {
  connectMs: CONNECT_LIMIT_MS,
  connectingMs: CONNECTING_LIMIT_MS,
  answerMs: ANSWER_LIMIT_MS,
  conversationMs: CONVERSATION_LIMIT_MS,
  skippedMs: SKIPPED_MS,
}
