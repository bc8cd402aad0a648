import type { FastifyRequest } from 'fastify'
import { notSignedIn } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import type { ReadPeerCall } from '../../http/peer-call.ts'
import { CALL_HEADER, type PeerSignatures, type Refusal, SIGNATURE_HEADER, type SignedCall } from './peer-signature.ts'

type Proof = Pick<Caller, 'credential' | 'tokenName' | 'sessionName'>

/** The caller with the permissions that this node knows of; undefined if there is no such user or it is disabled. */
export type CallerById = (userId: string, proof: Proof) => Promise<Caller | undefined>

const CREDENTIALS = ['session', 'token', 'password', 'trusted-proxy', 'identity-provider'] as const

/** Recognises calls by other nodes. Every other request with such headers is refused, whatever its credentials. */
export function createPeerCallReader(deps: {
  readonly signatures: Pick<PeerSignatures, 'verify'>
  readonly callerById: CallerById
  /** The path of the API: `/logs/api`. */
  readonly apiPath: string
}): ReadPeerCall {
  return async (request) => {
    const { [CALL_HEADER]: call, [SIGNATURE_HEADER]: signature } = request.headers
    if (call === undefined && signature === undefined) return undefined
    const signed =
      typeof call === 'string' && typeof signature === 'string'
        ? deps.signatures.verify({ method: request.method, path: pathBelow(deps.apiPath, request) }, call, signature)
        : 'malformed'
    if (typeof signed === 'string') throw refused(request, signed)
    const caller = signed.user && (await deps.callerById(signed.user.id, proofOf(signed.user)))
    if (signed.user !== undefined && caller === undefined) throw notSignedIn()
    return { caller, clientAddress: signed.address, bodyHash: signed.body }
  }
}

const pathBelow = (apiPath: string, { url }: FastifyRequest) =>
  url.startsWith(apiPath) ? url.slice(apiPath.length) : url

function refused(request: FastifyRequest, refusal: Refusal) {
  request.log.warn({ refusal, peer: request.socket.remoteAddress }, 'a call in the name of a node was refused')
  return notSignedIn()
}

function proofOf({
  credential: given,
  token_name: tokenName,
  session_name: sessionName,
}: NonNullable<SignedCall['user']>) {
  const credential = CREDENTIALS.find((known) => known === given)
  return {
    ...(credential === undefined ? {} : { credential }),
    ...(tokenName === undefined ? {} : { tokenName }),
    ...(sessionName === undefined ? {} : { sessionName }),
  }
}
