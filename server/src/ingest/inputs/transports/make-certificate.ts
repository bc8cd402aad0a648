/** Self-signed X.509 certificates for inputs that enable TLS without a certificate. Their use is logged. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'
import {
  bitString,
  booleanTrue,
  der,
  explicit,
  generalizedTime,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  utf8String,
} from './der.ts'

export interface MadeCertificate {
  /** PEM. */
  readonly certificate: string
  /** PEM, PKCS#8. */
  readonly key: string
}

export interface CertificateWish {
  readonly commonName: string
  /** The subject's host names and IP addresses. */
  readonly names: readonly string[]
  readonly serial: Uint8Array
  readonly from: Date
  readonly to: Date
  /** Self-signed if absent. */
  readonly issuer?: MadeCertificate & { readonly commonName: string }
  readonly isAuthority?: boolean
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'
const VERSION_3 = explicit(0, integer(Buffer.of(2)))

export function makeCertificate(wish: CertificateWish): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { issuer } = wish
  const facts = sequence(
    VERSION_3,
    integer(wish.serial),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.commonName ?? wish.commonName),
    sequence(generalizedTime(wish.from), generalizedTime(wish.to)),
    nameOf(wish.commonName),
    publicKeyInfo(publicKey),
    extensions(wish),
  )
  const signature = sign('sha256', facts, issuer?.key ?? key)
  const bytes = sequence(facts, ECDSA_WITH_SHA256, bitString(signature))
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return { certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'), key }
}

const nameOf = (commonName: string) => sequence(set(sequence(objectIdentifier(COMMON_NAME), utf8String(commonName))))

const publicKeyInfo = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

function extensions({ names, isAuthority = false }: CertificateWish): Buffer {
  const parts: Buffer[] = []
  if (isAuthority) {
    parts.push(sequence(objectIdentifier(BASIC_CONSTRAINTS), booleanTrue(), octetString(sequence(booleanTrue()))))
  }
  if (names.length > 0) {
    parts.push(sequence(objectIdentifier(SUBJECT_ALTERNATIVE_NAME), octetString(sequence(...names.map(alternative)))))
  }
  return parts.length === 0 ? Buffer.of() : explicit(3, sequence(...parts))
}

const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
const alternative = (name: string) =>
  isIP(name) === 4 ? der(IP_ADDRESS, Buffer.from(name.split('.').map(Number))) : der(DNS_NAME, Buffer.from(name))
