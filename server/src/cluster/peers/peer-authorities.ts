import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LogyardError } from '../../platform/errors.ts'
import { reasonOf } from '../../platform/outgoing/reason-of.ts'

const authoritiesUnreadable = (path: string, error: unknown) =>
  new LogyardError('invalid', 'settings-refused', `LOGYARD_NODE_CA: ${path} cannot be used: ${reasonOf(error)}`)

/** The certificates of the file of `LOGYARD_NODE_CA`; undefined without one. */
export function readPeerAuthorities(path: string): string | undefined {
  if (path === '') return undefined
  try {
    const pem = readFileSync(path, 'utf8')
    // Throws if the first one is no certificate.
    new X509Certificate(pem)
    return pem
  } catch (error) {
    throw authoritiesUnreadable(path, error)
  }
}
