/** What a server of a protocol says. Each chunk of bytes from the client is one request. */
export interface PeerProtocol {
  /** Sends a response before the first request, as to an empty one. */
  readonly speaksFirst?: true
  /** How many responses a client needs for what it wants. */
  readonly steps: number
  /** The right response; `undefined` where the protocol has none. */
  answer(request: Buffer): Buffer | undefined
  /** Wrong responses of every form. */
  wrong(request: Buffer): readonly Buffer[]
}

export const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
