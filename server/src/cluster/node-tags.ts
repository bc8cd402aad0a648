/**
 * Ids of what only one node has in memory, such as executions of searches. A part of the id is a hash of the node's id, so
 * that any node finds the one to ask, and an id that somebody invents is at most one call.
 */
import { createHash } from 'node:crypto'
import type { Ids } from '../platform/ids.ts'

export interface NodeTags {
  /** As `Ids.next`: 24 hex characters. */
  nextId(): string
  /** A secret of 32 bytes, 27 of them random, in base64url. */
  secret(): string
  /** The id of another active node that made the id or the secret. */
  otherNodeOf(id: string): Promise<string | undefined>
}

const TAG_BYTES = 5
const SECRET_BYTES = 32
/** An id is 4 bytes of time, the tag, and 3 bytes of a counter. */
const TIME_DIGITS = 8
const ID = /^[0-9a-f]{24}$/
const SECRET = /^[\w-]{43}$/

const tagOf = (nodeId: string) => createHash('sha256').update(nodeId).digest().subarray(0, TAG_BYTES)

export function createNodeTags(deps: {
  readonly nodeId: string
  readonly ids: Pick<Ids, 'next' | 'bytes'>
  /** The ids of the other active nodes. */
  readonly otherNodes: () => Promise<readonly string[]>
}): NodeTags {
  const { ids, otherNodes } = deps
  const own = tagOf(deps.nodeId)
  return {
    nextId() {
      const id = ids.next()
      return id.slice(0, TIME_DIGITS) + own.toString('hex') + id.slice(TIME_DIGITS + 2 * TAG_BYTES)
    },
    secret: () => Buffer.concat([own, ids.bytes(SECRET_BYTES - TAG_BYTES)]).toString('base64url'),
    async otherNodeOf(id) {
      const tag = tagIn(id)
      if (tag === undefined || tag.equals(own)) return undefined
      return (await otherNodes()).find((nodeId) => tagOf(nodeId).equals(tag))
    },
  }
}

function tagIn(id: string): Buffer | undefined {
  if (ID.test(id)) return Buffer.from(id.slice(TIME_DIGITS, TIME_DIGITS + 2 * TAG_BYTES), 'hex')
  return SECRET.test(id) ? Buffer.from(id, 'base64url').subarray(0, TAG_BYTES) : undefined
}
