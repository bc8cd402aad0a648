import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** A call by another node, usually on behalf of a user. Its signature covers everything but the bytes of the body. */
export interface PeerCall {
  /** The user on whose behalf the node calls, as this node knows the user. */
  readonly caller: Caller | undefined
  /** The client that the other node serves. */
  readonly clientAddress: string
  /** The signed hash, which the body must have. */
  readonly bodyHash: string
}

/** Checks the signature of a call by another node; throws if it is wrong. Undefined for requests without one. */
export type ReadPeerCall = (request: FastifyRequest) => Promise<PeerCall | undefined>

export const bodyHashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')

export const EMPTY_BODY_HASH = bodyHashOf(Buffer.alloc(0))

declare module 'fastify' {
  interface FastifyRequest {
    peerCall: PeerCall | undefined
    /** The hash of the body of a peer's call, once it was read; undefined if there was no body. */
    bodyHash: string | undefined
  }
}
