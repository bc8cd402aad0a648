import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCertificate } from '../transports/make-certificate.ts'

/** A CA, a server and a client signed by it, and an untrusted client; their files are in `folder`. */
export async function testCertificates(folder: string) {
  const from = new Date('2020-01-01T00:00:00Z')
  const to = new Date('2120-01-01T00:00:00Z')
  let serial = 0
  const make = (commonName: string, more: object = {}) =>
    makeCertificate({ commonName, names: ['localhost', '127.0.0.1'], serial: Buffer.of(++serial), from, to, ...more })
  const authority = make('Test authority', { isAuthority: true })
  const issuer = { ...authority, commonName: 'Test authority' }
  const server = make('Test server', { issuer })
  const client = make('Test client', { issuer })
  const files = {
    authority: join(folder, 'authority.pem'),
    serverCertificate: join(folder, 'server.pem'),
    serverKey: join(folder, 'server.key'),
  }
  await writeFile(files.authority, authority.certificate)
  await writeFile(files.serverCertificate, server.certificate)
  await writeFile(files.serverKey, server.key)
  return { authority, server, client, stranger: make('Stranger'), files }
}
