import { hash } from 'node:crypto'

/** What is kept of a secret that we made ourselves: such secrets are too random for guessing, so a fast hash will do. */
export const secretHash = (secret: string) => hash('sha256', secret, 'hex')
