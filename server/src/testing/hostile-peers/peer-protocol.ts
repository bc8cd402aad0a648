/** What a server of a protocol says. Each chunk of bytes from the client is one request. */
export interface PeerProtocol {
  /** Sends a response before the first request, as to an empty one. */
  readonly speaksFirst?: true
  /** How many responses a client needs for what it wants. */
  readonly steps: number
  /** The right response; `undefined` where the protocol has none. The port is that of the peer. */
  answer(request: Buffer, port: number): Buffer | undefined
  /** Wrong responses of every form. */
  wrong(request: Buffer, port: number): readonly Buffer[]
  /** Whether a request of this kind follows the handshake, and asks for what the client came for. */
  isAfterHandshake?(request: Buffer): boolean
  /** Responses that never end; without them, random bytes follow the right response. */
  endless?(request: Buffer): readonly EndlessForm[]
}

export interface EndlessForm {
  readonly head: Buffer
  /** Is repeated. */
  readonly block: Buffer
}

export const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
