/** Which files the configurations of inputs may name, and what their errors tell. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { testCertificates } from '../testing/certificates.ts'
import { startInputs } from '../testing/start-inputs.ts'
import { createInputFiles, MAX_INPUT_FILE_BYTES } from './input-files.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const NETFLOW = 'org.graylog.plugins.netflow.inputs.NetFlowUdpInput'
const KAFKA = 'org.graylog2.inputs.raw.kafka.RawKafkaInput'
const BROKER = {
  ...{ legacy_mode: false, bootstrap_server: '127.0.0.1:1', topic_filter: '^a$', group_id: 'graylog2' },
  ...{ threads: 1, fetch_min_bytes: 5, fetch_wait_max: 100 },
}
const SECRET = 'hunter2-of-another-program'

test('with allowed folders, inputs read files only there, and errors tell nothing of other files', async () => {
  await using folder = await temporaryFolder()
  const at = (...names: readonly string[]) => join(folder.path, ...names)
  for (const name of ['allowed', 'other']) await mkdir(at(name))
  const { server } = await testCertificates(folder.path)
  for (const place of ['allowed', 'other']) {
    await writeFile(at(place, 'tls.pem'), server.certificate)
    await writeFile(at(place, 'tls.key'), server.key)
  }
  await writeFile(at('other', 'fields.yml'), '8:\n- :ip4_addr\n- :ipv4_src_addr\n')
  await symlink(at('other', 'tls.key'), at('allowed', 'link.key'))
  await using world = await startInputs({}, { fileFolders: [at('allowed')] })
  const tls = (cert: string, key: string): InputConfiguration => ({
    ...{ tls_enable: true, tls_cert_file: at(cert), tls_key_file: at(key) },
  })
  await world.launch(RAW_TCP, tls('allowed/tls.pem', 'allowed/tls.key'))
  const trust = { ...tls('allowed/tls.pem', 'allowed/tls.key'), tls_client_auth: 'required' }
  const refused: readonly (readonly [string, InputConfiguration])[] = [
    [RAW_TCP, tls('other/tls.pem', 'allowed/tls.key')],
    [RAW_TCP, tls('allowed/tls.pem', 'allowed/../other/tls.key')],
    [RAW_TCP, tls('allowed/tls.pem', 'allowed/link.key')],
    // No self-signed certificate: that would tell that there is no such file.
    [RAW_TCP, tls('other/none.pem', 'allowed/tls.key')],
    [RAW_TCP, { ...trust, tls_client_auth_cert_file: at('other') }],
    [NETFLOW, { netflow9_definitions_Path: at('other', 'fields.yml') }],
    [NETFLOW, { netflow9_definitions_Path: at('other', 'none.yml') }],
    [
      KAFKA,
      { ...BROKER, custom_properties: `security.protocol=SSL\nssl.truststore.location=${at('other', 'tls.pem')}` },
    ],
    [
      KAFKA,
      { ...BROKER, custom_properties: `security.protocol=SSL\nssl.keystore.location=${at('other', 'none.p12')}` },
    ],
  ]
  for (const [type, configuration] of refused) {
    await expect(world.launch(type, configuration), JSON.stringify(configuration)).rejects.toThrow(
      /cannot be read: the folder is not one that inputs may read$/,
    )
  }
})

test('by default inputs read files of any folder but those of processes and devices, and quote none', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'passwords')
  await writeFile(path, `password: ${SECRET}\n- [${SECRET}`)
  await using world = await startInputs()
  const store = (location: string) =>
    `security.protocol=SSL\nssl.keystore.location=${location}\nssl.keystore.type=PKCS12`
  const naming: readonly (readonly [string, (path: string) => InputConfiguration])[] = [
    [RAW_TCP, (file) => ({ tls_enable: true, tls_cert_file: file, tls_key_file: file })],
    [NETFLOW, (file) => ({ netflow9_definitions_Path: file })],
    [KAFKA, (file) => ({ ...BROKER, custom_properties: store(file) })],
  ]
  for (const [type, configuration] of naming) {
    const failure = await world.launch(type, configuration(path)).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(failure, type).toMatch(/not a PEM certificate|not YAML|cannot be used/)
    expect(failure).not.toContain(SECRET)
    await expect(world.launch(type, configuration('/proc/self/environ'))).rejects.toThrow('inputs may read')
  }
  expect(JSON.stringify(world.logged())).not.toContain(SECRET)
})

test('folders and large files are not read as files', async () => {
  await using folder = await temporaryFolder()
  const files = createInputFiles([])
  const large = join(folder.path, 'large')
  await writeFile(large, Buffer.alloc(MAX_INPUT_FILE_BYTES + 1))
  await expect(files.read(large, 'The file')).rejects.toThrow(`is longer than ${MAX_INPUT_FILE_BYTES} bytes`)
  await expect(files.read(folder.path, 'The file')).rejects.toThrow('is not a file')
})
