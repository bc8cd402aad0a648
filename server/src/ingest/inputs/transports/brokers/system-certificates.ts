import { getCACertificates } from 'node:tls'

/** The authorities that brokers are trusted by: those of Node, of `NODE_EXTRA_CA_CERTS`, and of the operating system. */
export const systemCertificates = (): string[] => [
  ...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
]
