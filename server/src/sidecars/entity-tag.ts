/** Entity tags of responses that agents poll: a function of the content, so that 304 never hides a change. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tag with its quotes. */
export const entityTag = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Sets the headers. Returns whether the client has this content already, which is then answered with 304. */
export function isKnownToClient(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', 'private, no-transform')
  // Agents send the header that they received in a second pair of quotes.
  const known = request.headers['if-none-match']?.replaceAll('"', '') ?? ''
  return known !== '' && known === tag.replaceAll('"', '')
}
