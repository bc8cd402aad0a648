import { hash } from 'node:crypto'

/** The stored form of a generated secret. It is too random to guess, so a fast hash is enough. */
export const secretHash = (secret: string) => hash('sha256', secret, 'hex')
