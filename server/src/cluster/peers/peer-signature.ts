/**
 * Signatures of calls between nodes. The key is derived from the secret that all nodes with the same settings share. A
 * signature covers the method, the path with its query, the hash of the body, the time, a nonce that works once, the
 * calling and the called node, the client and the user on whose behalf the node calls.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createUsedNonces } from './used-nonces.ts'

export const CALL_HEADER = 'x-logyard-call'
export const SIGNATURE_HEADER = 'x-logyard-signature'
/** The time of a call may differ from the clock of the called node by this much. */
export const CLOCK_TOLERANCE_MS = 30_000
const MAX_CALL_CHARACTERS = 4096
const NONCE_BYTES = 16

/** Unknown properties are ignored: nodes of two versions run side by side. */
const SignedCall = Type.Object({
  from: Type.String({ minLength: 1 }),
  to: Type.String(),
  at: Type.Integer(),
  nonce: Type.String({ minLength: 16, maxLength: 64 }),
  body: Type.String(),
  address: Type.String({ maxLength: 100 }),
  user: Type.Optional(
    Type.Object({
      id: Type.String(),
      credential: Type.Optional(Type.String()),
      token_name: Type.Optional(Type.String()),
      session_name: Type.Optional(Type.String()),
    }),
  ),
})
export type SignedCall = Static<typeof SignedCall>

export interface SignedRequest {
  readonly method: string
  /** Below `/api`, with the query. */
  readonly path: string
}

/** Why a call is refused; for the log of the called node only. */
export type Refusal = 'malformed' | 'signature' | 'other-node' | 'clock' | 'replayed'

export type PeerSignatures = ReturnType<typeof createPeerSignatures>

export function createPeerSignatures(deps: {
  /** The same on every node. */
  readonly key: Uint8Array
  readonly nodeId: string
  readonly clock: Clock
  readonly ids: Ids
}) {
  const { key, nodeId, clock, ids } = deps
  const startedMs = clock.now().getTime()
  const nonces = createUsedNonces({ clock, usedForMs: 2 * CLOCK_TOLERANCE_MS })

  const signatureOf = ({ method, path }: SignedRequest, call: string) =>
    createHmac('sha256', key).update(`${method}\n${path}\n${call}`).digest()

  return {
    /** The headers that prove the call to the node `to`. */
    sign(
      request: SignedRequest,
      facts: Pick<SignedCall, 'to' | 'body' | 'address' | 'user'>,
    ): Readonly<Record<string, string>> {
      const at = clock.now().getTime()
      const signed: SignedCall = { ...facts, from: nodeId, at, nonce: ids.bytes(NONCE_BYTES).toString('base64url') }
      const call = Buffer.from(JSON.stringify(signed)).toString('base64url')
      return { [CALL_HEADER]: call, [SIGNATURE_HEADER]: signatureOf(request, call).toString('base64url') }
    },
    /** The call that the headers prove, once: a second time they are refused. */
    verify(request: SignedRequest, call: string, signature: string): SignedCall | Refusal {
      if (call.length > MAX_CALL_CHARACTERS) return 'malformed'
      const expected = signatureOf(request, call)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'signature'
      const signed = parseCall(call)
      if (signed === undefined) return 'malformed'
      if (signed.to !== nodeId) return 'other-node'
      // Nonces are in memory, so calls from before the start are refused whatever their age.
      if (Math.abs(clock.now().getTime() - signed.at) > CLOCK_TOLERANCE_MS || signed.at < startedMs) return 'clock'
      return nonces.use(signed.nonce) ? signed : 'replayed'
    },
  }
}

function parseCall(call: string): SignedCall | undefined {
  const text = Buffer.from(call, 'base64url').toString('utf8')
  const signed: unknown = unlessThrown(SyntaxError, () => JSON.parse(text))
  return Value.Check(SignedCall, signed) ? signed : undefined
}
