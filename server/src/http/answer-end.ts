import type { FastifyReply } from 'fastify'

/**
 * Fires once the response has been sent or the client has disconnected. Fastify's `request.signal` fires, or is
 * missed, when the body of the request has been read.
 */
export function answerEnd({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed || raw.closed) return AbortSignal.abort()
  const end = new AbortController()
  raw.once('close', () => end.abort())
  return end.signal
}
