import { inspect } from 'node:util'
import { HTTP_OUTPUT, KAFKA_OUTPUT, OTLP_OUTPUT, S3_OUTPUT, SYSLOG_OUTPUT } from '@logyard/contract/outputs/outputs'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { fetchChecked } from '../platform/outgoing/fetch-checked.ts'
import { HOSTILE_BEHAVIOURS, type HostileProtocol, startHostilePeer } from '../testing/hostile-peers/hostile-peer.ts'
import type { SinkContext } from './output-type.ts'
import { outputTypes } from './output-types.ts'

const SECRET = 'a-secret-of-the-output'
const LIMIT_MS = 60_000
/** Some peers never answer. */
const ANSWER_MS = 1000

const context = (signal: AbortSignal): SinkContext => ({
  outputId: 'output',
  clock: systemClock,
  ids: createIds(systemClock.now),
  log: createLog('off'),
  signal,
  fetchChecked: (request) => fetchChecked({ ...request, limitMs: 500 }),
  isUrlAllowed: async () => true,
})
const batch = () => ({ messages: 2, bytes: new Uint8Array(Buffer.from('{"a":1}\0{"a":2}\0')) })

const RECEIVERS: readonly (readonly [string, HostileProtocol, (port: number) => Record<string, unknown>])[] = [
  [HTTP_OUTPUT, 'http', (port) => ({ url: `http://127.0.0.1:${port}/`, header_secret: SECRET, body: 'lines' })],
  [OTLP_OUTPUT, 'http', (port) => ({ url: `http://127.0.0.1:${port}/`, header_secret: SECRET })],
  [
    S3_OUTPUT,
    'http',
    (port) => ({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'b',
      access_key: 'KEY',
      secret_key: SECRET,
      region: 'eu',
    }),
  ],
  [SYSLOG_OUTPUT, 'smtp', (port) => ({ hostname: '127.0.0.1', port, protocol: 'TCP', framing: 'newline' })],
  [
    KAFKA_OUTPUT,
    'kafka',
    (port) => ({ bootstrap_server: `127.0.0.1:${port}`, topic: 'logs', username: 'ada', password: SECRET }),
  ],
]

test.each(RECEIVERS)(
  'a hostile receiver of %s is reported in words, without the secret',
  async (type, protocol, configurationFor) => {
    for (const behaviour of HOSTILE_BEHAVIOURS) {
      await using peer = await startHostilePeer({ protocol, behaviour })
      const ending = new AbortController()
      const outputType = outputTypes.find(type)
      if (outputType === undefined) throw new Error(`there is no type ${type}`)
      try {
        using sink = await outputType.open(configurationFor(peer.port), context(ending.signal))
        const sending = sink.send(batch())
        sending.catch(() => undefined)
        await expect.poll(() => peer.connections(), { timeout: LIMIT_MS }).toBeGreaterThan(0)
        await Promise.race([sending, systemClock.sleep(ANSWER_MS, ending.signal)])
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
        expect(inspect(error)).toMatch(/\w+ \w+/)
        expect(inspect(error)).not.toContain(SECRET)
      }
      ending.abort()
      expect(peer.connections(), behaviour).toBeGreaterThan(0)
    }
  },
  LIMIT_MS * 2,
)
