/** OpenLDAP's server with its own process and folder, if Debian's package is installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'

const SLAPD = '/usr/sbin/slapd'
const SLAPADD = '/usr/sbin/slapadd'
const SCHEMAS = ['core', 'cosine', 'nis', 'inetorgperson']

export const isSlapdInstalled = existsSync(SLAPD) && existsSync('/etc/ldap/schema/inetorgperson.schema')

export const SLAPD_ADMIN = 'cn=admin,dc=example,dc=org'
export const SLAPD_PASSWORD = 'the password of slapd'

const moduleLines = existsSync('/usr/lib/ldap/back_mdb.so') ? 'modulepath /usr/lib/ldap\nmoduleload back_mdb\n' : ''

export interface Slapd extends AsyncDisposable {
  readonly port: number
}

interface SlapdOptions {
  /** Key and certificate for StartTLS, as PEM. */
  readonly tls?: { readonly key: string; readonly certificate: string }
}

/** Serves the entries; they follow the one of the domain. */
export async function startSlapd(ldif: string, { tls }: SlapdOptions = {}): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-slapd-'))
  await mkdir(join(folder, 'db'))
  const configuration = join(folder, 'slapd.conf')
  const tlsLines = tls === undefined ? '' : await writeTls(folder, tls)
  await writeFile(
    configuration,
    `${SCHEMAS.map((name) => `include /etc/ldap/schema/${name}.schema\n`).join('')}${moduleLines}
${tlsLines}pidfile ${folder}/slapd.pid
database mdb
maxsize 104857600
suffix "dc=example,dc=org"
rootdn "${SLAPD_ADMIN}"
rootpw "${SLAPD_PASSWORD}"
directory ${folder}/db
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${SLAPD_ADMIN}" write by users read by * none
`,
  )
  const domain = 'dn: dc=example,dc=org\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n\n'
  const file = join(folder, 'entries.ldif')
  await writeFile(file, domain + ldif)
  execFileSync(SLAPADD, ['-f', configuration, '-l', file], { stdio: 'pipe' })
  const port = await freePort()
  // With -d it stays in the foreground.
  const slapd = spawn(SLAPD, ['-f', configuration, '-h', `ldap://127.0.0.1:${port}/`, '-d', '0'], { stdio: 'ignore' })
  await vi.waitFor(() => connectTo(port), { timeout: 20_000 })
  return {
    port,
    async [Symbol.asyncDispose]() {
      await stop(slapd)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeTls(folder: string, { key, certificate }: NonNullable<SlapdOptions['tls']>): Promise<string> {
  const files = { TLSCertificateKeyFile: join(folder, 'key.pem'), TLSCertificateFile: join(folder, 'certificate.pem') }
  await writeFile(files.TLSCertificateKeyFile, key, { mode: 0o600 })
  await writeFile(files.TLSCertificateFile, certificate)
  return Object.entries(files)
    .map(([name, file]) => `${name} ${file}\n`)
    .join('')
}

async function stop(process: ChildProcess): Promise<void> {
  const closed = once(process, 'close')
  process.kill('SIGTERM')
  await closed
}

async function connectTo(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
