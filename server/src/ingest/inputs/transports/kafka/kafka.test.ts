import { createServer } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { cpuMsOf } from '@logyard/codecs/testing/cpu-time'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { compressionsAlgorithms } from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { startInputs } from '../../testing/start-inputs.ts'
import { createInputFiles } from '../input-files.ts'
import { boundDecompression } from './bound-decompression.ts'
import { parseProperties, secretsInProperties } from './java-properties.ts'
import { kafkaSettings } from './kafka-settings.ts'

const RAW = 'org.graylog2.inputs.raw.kafka.RawKafkaInput'

const configuration: InputConfiguration = {
  legacy_mode: false,
  bootstrap_server: '127.0.0.1:1',
  topic_filter: '^logs-\\d+$',
  fetch_min_bytes: 5,
  fetch_wait_max: 100,
  threads: 2,
  group_id: 'graylog2',
}
const files = createInputFiles([])
const withProperties = (...lines: readonly string[]) => ({ ...configuration, custom_properties: lines.join('\n') })

test('the state says why an input cannot start', async () => {
  await using world = await startInputs()
  const refused = (further: InputConfiguration) => expect(world.launch(RAW, { ...configuration, ...further })).rejects
  await refused({ legacy_mode: true }).toThrow(
    'Legacy mode needs ZooKeeper, which Logyard does not support. Turn off "Legacy mode" and enter the bootstrap servers.',
  )
  await refused({ bootstrap_server: ' ' }).toThrow('The bootstrap servers are missing.')
  await refused({ topic_filter: '(' }).toThrow('The topic filter ( is not a valid regular expression.')
  await refused({}).toThrow('Nothing answers at 127.0.0.1:1 (connection refused).')
  await refused({ custom_properties: 'security.protocol=SASL_SSL' }).toThrow(
    'sasl.jaas.config has no username and password.',
  )
  await refused({ custom_properties: 'security.protocol=SSL\nssl.truststore.location=/nowhere.jks' }).toThrow(
    'ssl.truststore.location /nowhere.jks cannot be read',
  )
})

test('a server that is no Kafka, or speaks plaintext where TLS is expected, is named', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  await using _closing = { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await using world = await startInputs()
  const broker = { ...configuration, bootstrap_server: `127.0.0.1:${port}` }
  await expect(world.launch(RAW, { ...broker, custom_properties: 'security.protocol=SSL' })).rejects.toThrow(
    `127.0.0.1:${port} does not speak TLS on this port.`,
  )
})

test("properties of Kafka's Java client are mapped, and the others are named", async () => {
  const settings = await kafkaSettings(
    withProperties(
      '# login',
      'security.protocol = SASL_SSL',
      'sasl.mechanism=SCRAM-SHA-512',
      'sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\',
      '    username="ada" password="a \\\\"b\\\\" =c;";',
      'ssl.endpoint.identification.algorithm=',
      'bootstrap.servers=SASL_SSL://one:9093, two',
      'max.partition.fetch.bytes=999999999999',
      'enable.auto.commit=true',
      'group.id=mine',
      'receive.buffer.bytes=1',
      'interceptor.classes=x',
    ),
    files,
  )
  expect(settings).toMatchObject({
    brokers: ['one:9093', 'two:9092'],
    groupId: 'mine',
    sasl: { mechanism: 'SCRAM-SHA-512', username: 'ada', password: 'a "b" =c;' },
    tls: { minVersion: 'TLSv1.2', checkServerIdentity: expect.any(Function) },
    partitionBytes: 8 * 1024 * 1024,
    unknown: ['receive.buffer.bytes', 'interceptor.classes'],
  })
  expect(settings.wantedOf(['logs-1', 'logs-', 'my-logs-1', '__logs-1'])).toEqual(['logs-1'])
  expect((await kafkaSettings({ ...configuration, topic_filter: 'logs' }, files)).wantedOf(['logs-1'])).toEqual([])
})

test('a topic filter that runs away is stopped, and does not run again', async () => {
  const { wantedOf } = await kafkaSettings({ ...configuration, topic_filter: '(\\w+)+-' }, files)
  const topics = ['a'.repeat(60)]
  expect(() => wantedOf(topics)).toThrow('takes too long')
  expect(await cpuMsOf(() => expect(() => wantedOf(topics)).toThrow('takes too long'))).toBeLessThan(50)
})

test('a batch that unpacks to more than its limit is an error, not gigabytes of memory', () => {
  boundDecompression()
  const bomb = Buffer.alloc(130 * 1024 * 1024)
  for (const [name, pack] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    expect(() => compressionsAlgorithms[name].decompressSync(pack(bomb))).toThrow('larger than 134217728 bytes')
    expect(compressionsAlgorithms[name].decompressSync(pack(Buffer.from('fine'))).toString()).toBe('fine')
  }
  const tooMuch = 'the batch unpacks to more than 134217728 bytes'
  for (const { compressSync, decompressSync } of [compressionsAlgorithms.snappy, compressionsAlgorithms.lz4]) {
    expect(() => decompressSync(compressSync(bomb))).toThrow(tooMuch)
    const nearly = bomb.subarray(0, 127 * 1024 * 1024)
    expect(decompressSync(compressSync(nearly)).length).toBe(nearly.length)
  }
  const { decompressSync: unpackSnappy, compressSync: packSnappy } = compressionsAlgorithms.snappy
  const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const java = (...chunks: readonly Buffer[]) =>
    Buffer.concat([Buffer.from('82534e41505059000000000100000001', 'hex'), ...chunks.map(chunk)])
  const fine = packSnappy(Buffer.from('fine'))
  expect(unpackSnappy(java(fine, fine)).toString()).toBe('finefine')
  // A header of five bytes that announces 2 GB.
  const liar = Buffer.from('ffffffff070000', 'hex')
  expect(() => unpackSnappy(liar)).toThrow(tooMuch)
  expect(() => unpackSnappy(java(fine, liar))).toThrow(tooMuch)
})

test('passwords among the properties are hidden from readers, and kept when a mask is sent back', () => {
  const text = ['group.id=mine', 'ssl.key.password=secret', 'sasl.jaas.config=x required \\', '  password="p";'].join(
    '\n',
  )
  const masked = secretsInProperties.mask(text)
  expect(masked).toBe('group.id=mine\nssl.key.password=<password set>\nsasl.jaas.config=<password set>')
  const sentBack = masked.replace('mine', 'other')
  expect(parseProperties(secretsInProperties.unmask(sentBack, text))).toEqual(
    parseProperties(text.replace('mine', 'other')),
  )
})

test('parts of secrets that are no properties of their own are hidden, and never named', async () => {
  const lines = ['#ssl.key.password=old', 'sasl.jaas.config=Module required', 'username="ada" password="hush";']
  const text = ['# mine', ...lines, 'ssl.keystore.key=-----BEGIN', 'MIIEvQIBADAN', '', 'group.id=mine'].join('\n')
  const hidden = '<password set>'
  const masked = secretsInProperties.mask(text)
  expect(masked.split('\n')).toEqual([
    ...['# mine', hidden, `sasl.jaas.config=${hidden}`, hidden, `ssl.keystore.key=${hidden}`, hidden],
    ...['', 'group.id=mine'],
  ])
  expect(secretsInProperties.unmask(masked, text)).toBe(text)
  expect((await kafkaSettings(withProperties(text), files)).unknown).toEqual([])
})

test('an input is shown without its passwords to those who may not edit it', async () => {
  await using world = await startInputs()
  const { id } = await world.inputs.kind.create(
    {
      settings: {
        title: 'Kafka',
        type: RAW,
        global: true,
        configuration: withProperties('ssl.key.password=secret'),
      },
    },
    'ada',
  )
  const input = await world.inputs.kind.get(id)
  const shown = (showSecrets: boolean) => world.inputs.summary(input, { showSecrets }).attributes['custom_properties']
  expect(shown(false)).toBe('ssl.key.password=<password set>')
  expect(shown(true)).toBe('ssl.key.password=secret')
})
