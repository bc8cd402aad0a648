/** The certificates of authorities that an administrator pasted. */
import { X509Certificate } from 'node:crypto'

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'
export const MAX_AUTHORITIES = 20

export type CaCertificates =
  | { readonly pem: string; readonly problem?: undefined }
  | { readonly pem?: undefined; readonly problem: string }

/** Without the text around them, which tools print. */
export function readCaCertificates(text: string): CaCertificates {
  if (text.trim() === '') return { pem: '' }
  if (text.includes('PRIVATE KEY')) return { problem: 'Paste certificates only. This text has a private key.' }
  const blocks = text.split(BEGIN).slice(1)
  if (blocks.length === 0) return { problem: 'CA certificates must be certificates in PEM form.' }
  if (blocks.length > MAX_AUTHORITIES) return { problem: `At most ${MAX_AUTHORITIES} CA certificates are allowed.` }
  const certificates = blocks.map(normalized)
  const faulty = certificates.indexOf(undefined)
  if (faulty !== -1) return { problem: `CA certificate ${faulty + 1} cannot be read.` }
  return { pem: certificates.join('') }
}

function normalized(block: string): string | undefined {
  const end = block.indexOf(END)
  if (end === -1) return undefined
  try {
    return new X509Certificate(`${BEGIN}${block.slice(0, end)}${END}`).toString()
  } catch {
    return undefined
  }
}
