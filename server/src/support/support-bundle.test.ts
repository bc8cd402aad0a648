import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { STDOUT_OUTPUT } from '@logyard/contract/outputs/outputs'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { ldapBackend } from '../identity/auth-services/testing/backend-drafts.ts'
import { exportOf } from '../metrics/prometheus/read-families.ts'
import { parseExposition } from '../metrics/prometheus/testing/parse-exposition.ts'
import { systemClock } from '../platform/clock.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN, type AdminCalls, adminCalls, basic, USER_PASSWORD } from '../testing/attack/admin-calls.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSupportBundles } from './support-bundle.ts'
import { readTar } from './testing/read-tar.ts'

const SETTINGS = {
  LOGYARD_SECRET: 'zqsecret-of-the-settings',
  LOGYARD_COLD_URL: 'http://127.0.0.1:1/bucket/logs',
  LOGYARD_COLD_KEYS: 'zqaccess:zqsecret-of-a-bucket',
  LOGYARD_EMAIL_ENABLED: 'true',
  LOGYARD_EMAIL_USE_AUTH: 'true',
  LOGYARD_EMAIL_PORT: '1',
  LOGYARD_EMAIL_USERNAME: 'zqsecret-mail-user',
  LOGYARD_EMAIL_PASSWORD: 'zqsecret "of" mail',
  LOGYARD_UPDATE_URL: 'http://ada:zqsecret-update@127.0.0.1:1/newest?token=zqsecret-query',
  LOGYARD_LICENSE_URL: 'http://127.0.0.1:1/licenses?of=zqsecret-license',
}

/** A secret in each place that stores one; answers those that the server made itself. */
async function plantSecrets(receiver: Receiver, { make, read, user, stream }: AdminCalls): Promise<readonly string[]> {
  const [set] = (await read('/system/indices/index_sets')).index_sets
  await stream('zqmessage of a stream', 'b', String(set.id))
  const input = await receiver.launch(INPUT.hec, { token: 'zqsecret-of-an-input' })
  await make('/system/inputs', {
    title: 'A broken input',
    type: 'org.graylog2.inputs.raw.amqp.RawAMQPInput',
    global: true,
    configuration: {
      broker_hostname: '127.0.0.1',
      broker_port: 1,
      broker_vhost: '/',
      broker_username: 'ada',
      broker_password: 'zqsecret-of-a-broker',
      prefetch: 1,
      queue: 'logs',
      exchange: 'logs',
      routing_key: '#',
      parallel_queues: 1,
    },
  })
  await make('/system/inputs', {
    title: 'A polling input',
    type: 'org.graylog2.inputs.misc.jsonpath.JsonPathInput',
    global: true,
    configuration: {
      target_url: 'http://ada:zqsecret-poll@127.0.0.1:1/status?api_key=zqsecret-poll-key',
      headers: 'Authorization: zqsecret-poll-header',
      interval: 1,
      timeunit: 'DAYS',
      path: '$.up',
      source: 'status',
    },
  })
  const victim = await user('victim', ['Reader'])
  const token = await make(`/users/${victim}/tokens/scripts`, {})
  const session = await make('/system/sessions', { username: 'admin', password: ADMIN_PASSWORD, host: '' })
  const directory = { system_user_dn: 'cn=reader', system_user_password: { set_value: 'zqsecret-directory' } }
  await make('/system/authentication/services/backends', ldapBackend({}, directory))
  const urls = { url: 'http://ada:zqsecret-url@127.0.0.1:1/hook?api_key=zqsecret-key' }
  for (const config of [
    {
      type: 'http-notification-v2',
      ...urls,
      method: 'POST',
      content_type: 'application/json',
      headers: { 'X-Key': 'zqsecret-header' },
      basic_auth_user: 'ada',
      basic_auth_password: 'zqsecret-basic',
    },
    { type: 'slack-notification-v1', webhook_url: 'http://127.0.0.1:1/zqsecret-slack' },
    { type: 'pagerduty-notification-v1', routing_key: 'zqsecret-pager', client_name: '', client_url: '' },
  ]) {
    const { status, text } = await adminCalls(receiver.url).ask('POST', '/events/notifications', {
      title: `A notification of ${config.type}`,
      description: '',
      config,
    })
    expect(status, text).toBe(200)
  }
  const headers = { Authorization: 'Bearer zqsecret-adapter' }
  const http = { type: 'httpjsonpath', ...urls, single_value_jsonpath: '$.a', user_agent: 'x', headers }
  const named = { title: 'An adapter', description: '' }
  await make('/system/lookup/adapters', { ...named, name: 'http', config: http })
  const intelligence = {
    tor_enabled: false,
    spamhaus_enabled: false,
    abusech_ransom_enabled: false,
    otx_enabled: true,
    otx_api_key: 'zqsecret-of-otx',
  }
  await make(`/system/cluster_config/${THREAT_INTEL_KEY}`, intelligence, ADMIN, 'PUT')
  const hook = 'https://hooks.example.org/services/zqsecret-hook'
  const entry = { type: 'literal', title: 'A hook' }
  const entries = [
    { ...entry, id: 'hook', value: hook },
    { ...entry, id: 'quoted', type: 'regex', value: `^\\Q${hook}\\E.*$` },
    { ...entry, id: 'escaped', type: 'regex', value: '^https://hooks\\.example\\.org/services/zqsecret-hook$' },
  ]
  await make('/system/urlwhitelist', { entries, disabled: false }, ADMIN, 'PUT')
  await make('/sidecar/configuration_variables', { name: 'password', description: '', content: 'zqsecret-variable' })
  const draft = { title: 'Log', type: STDOUT_OUTPUT, configuration: { prefix: 'SEEN>' } }
  const output = await make('/system/outputs', draft)
  await make(`/streams/${DEFAULT_STREAM_ID}/outputs`, { outputs: [output.id] })
  const { collectors } = await read('/sidecar/collectors')
  const template = 'output.logstash:\n  password: "zqsecret of a template"'
  await make('/sidecar/configurations', { name: 'logs', collector_id: collectors[0].id, color: '#00aeff', template })
  const event = { event: 'zqmessage of a sender' }
  const sent = await fetch(`http://127.0.0.1:${input.port}/services/collector/event`, {
    method: 'POST',
    headers: { authorization: 'Splunk zqsecret-of-an-input' },
    body: JSON.stringify(event),
  })
  expect(sent.status).toBe(200)
  await receiver.stored(input, 1)
  await expect.poll(receiver.server.output).toContain('SEEN> {')
  return [String(token.token), String(session.session_id)]
}

/** Shows the text around the first one that is found. */
function expectWithout(text: string, words: readonly string[]): void {
  for (const word of words) {
    const at = text.toLowerCase().indexOf(word.toLowerCase())
    expect(at === -1 ? '' : text.slice(Math.max(0, at - 200), at + 100)).toBe('')
  }
}

test('a bundle has the facts about the node and no message; no secret is in it, in the log or in the audit log', async () => {
  await using receiver = await startReceiver({ env: SETTINGS })
  const calls = adminCalls(receiver.url)
  const given = await plantSecrets(receiver, calls)
  const ask = (as: string) =>
    fetch(`${receiver.url}api/logyard/support/bundle`, {
      method: 'POST',
      headers: { authorization: as, 'x-requested-by': 'test' },
    })
  expect((await ask(basic('victim', USER_PASSWORD))).status).toBe(403)
  const answer = await ask(ADMIN)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="logyard-support-[\d-]{16}\.tar\.gz"$/,
  )
  const bytes = new Uint8Array(await answer.arrayBuffer())
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'bundle.tar.gz'), bytes)
  execFileSync('tar', ['-xzf', 'bundle.tar.gz', '--strip-components=1'], { cwd: folder.path })

  const files = readTar(bytes)
  for (const [name, text] of files) expect(readFileSync(join(folder.path, name), 'utf8')).toBe(text)
  const list = JSON.parse(files.get('bundle.json') ?? '')
  expect(list.files.filter(({ problem }: { problem?: string }) => problem !== undefined)).toEqual([])
  expect(list.files.map(({ file }: { file: string }) => file)).toEqual([...files.keys()].slice(1))
  for (const [name, text] of files) if (name.endsWith('.json')) expect(() => JSON.parse(text), name).not.toThrow()
  const all = [...files].map(([name, text]) => `${name}: ${text}`).join('\n')
  expect(all).toContain('"value": "https://hooks.example.org/…"')
  const secrets = ['zqsecret', '$argon2', ADMIN_PASSWORD, USER_PASSWORD, SETTINGS.LOGYARD_SECRET, ...given]
  expectWithout(all, [...secrets, 'zqmessage', 'SEEN>'])
  expectWithout(receiver.server.output(), secrets)
  const audit = JSON.stringify(await calls.read('/logyard/audit/entries?limit=200'))
  for (const event of ['node:start', 'sidecar-variable:create', 'token:create']) expect(audit).toContain(event)
  expectWithout(audit, secrets)
  expect(JSON.parse(files.get('settings.json') ?? '')).toMatchObject({
    LOGYARD_EMAIL_PASSWORD: '(set)',
    LOGYARD_SECRET: '(set)',
    LOGYARD_EMAIL_ENABLED: true,
  })
  expect(files.get('threads.txt')).toContain('CPU profile of the main thread over 2 s')
  const families = parseExposition(files.get('metrics.txt') ?? '', 'text')
  expect(families.get('logyard_input_messages_total')?.samples).toContainEqual(expect.objectContaining({ value: 1 }))

  expect(files.get('log.json')).toContain('engine state changed')

  const { names } = await calls.read('/system/metrics/names')
  const isRate = (name: string) => /1-sec-rate$|_1sec$|^logyard\.(throughput|process)\.|Appender\.all$/.test(name)
  expect(names.filter((name: string) => exportOf(name) === undefined && !isRate(name))).toEqual([])
  const { entries } = await calls.read('/logyard/audit/entries?event=support-bundle:create&outcome=done')
  expect(entries).toMatchObject([{ username: 'admin', status: 200 }])
})

const about = { version: '1.0.0' }
const clearSecrets = (text: string) => text

test('a part that fails or takes too long is missing, and the list says why', async () => {
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const started = Promise.withResolvers<void>()
  const bundles = createSupportBundles({
    clock,
    about,
    clearSecrets,
    parts: [
      { name: 'broken.json', read: () => Promise.reject(new Error('no engine')) },
      { name: 'fine.txt', read: () => 'fine' },
      {
        name: 'slow.json',
        read() {
          started.resolve()
          return new Promise(() => undefined)
        },
      },
    ],
  })
  const creating = bundles.create(new AbortController().signal)
  await started.promise
  await expect(bundles.create(new AbortController().signal)).rejects.toThrow('is being created already')
  clock.advance(15_000)
  const files = readTar((await creating).bytes)
  expect(JSON.parse(files.get('bundle.json') ?? '')).toMatchObject({
    files: [
      { file: 'broken.json', bytes: 0, problem: 'no engine' },
      { file: 'fine.txt', bytes: 4 },
      { file: 'slow.json', bytes: 0, problem: 'not read within 15 s' },
    ],
  })
  expect(files.get('fine.txt')).toBe('fine')
})

test('a part that is too large is cut', async () => {
  const parts = [{ name: 'large.txt', read: () => 'ä'.repeat(3 * 2 ** 20) }]
  const bundles = createSupportBundles({ clock: systemClock, about, clearSecrets, parts })
  const files = readTar((await bundles.create(new AbortController().signal)).bytes)
  expect(Buffer.byteLength(files.get('large.txt') ?? '')).toBe(4 * 2 ** 20)
  expect(JSON.parse(files.get('bundle.json') ?? '')).toMatchObject({ files: [{ is_cut: true }] })
})
