import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Config } from '../../server/src/platform/config.ts'
import { findOnPath } from '../../server/src/senders/testing/debian-program.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const chart = join(root, 'packaging', 'helm', 'logyard')
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), 'utf8')
const settingsIn = (text: string) => new Set(text.match(/LOGYARD_[A-Z_]*[A-Z]/g))
const hasSetting = (name: string) => Object.hasOwn(Config.properties, name.replace(/_FILE$/, ''))

const DEPLOYMENTS = {
  'compose.yaml': read('compose.yaml'),
  'compose.cluster.yaml': read('compose.cluster.yaml'),
  'the chart': ['values.yaml', ...readdirSync(join(chart, 'templates')).map((name) => join('templates', name))]
    .map((name) => readFileSync(join(chart, name), 'utf8'))
    .join('\n'),
}

test.each(Object.entries(DEPLOYMENTS))('%s names settings that exist', (_, text) => {
  const names = [...settingsIn(text)]
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !hasSetting(name))).toEqual([])
})

test('compose.cluster.yaml has the secrets that its script writes, and the load balancer its nodes and ports', async () => {
  const { services, secrets } = parse(DEPLOYMENTS['compose.cluster.yaml'], { merge: true })
  await using folder = await temporaryFolder()
  execFileSync('sh', [join(root, 'packaging', 'cluster', 'make-secrets.sh')], { cwd: folder.path })
  const written = readdirSync(join(folder.path, 'secrets')).map((name) => `secrets/${name}`)
  const named = [...Object.values<{ file: string }>(secrets).map(({ file }) => file), services['clickhouse-1'].env_file]
  expect(written).toEqual(expect.arrayContaining(named))
  const balancer = read('packaging', 'cluster', 'haproxy.cfg')
  const nodes = Object.keys(services).filter((name) => name.startsWith('logyard-'))
  expect(nodes).toHaveLength(3)
  for (const node of nodes) {
    expect(balancer).toContain(` ${node}:9000 check`)
    expect(services[node].environment['LOGYARD_NODE_URL']).toBe(`http://${node}:9000/`)
  }
  const bound = [...balancer.matchAll(/bind :(\d+)/g)].map(([, port]) => port)
  expect(services.balancer.ports.map((port: string) => port.split(':').at(-1))).toEqual(bound)
  const clickHouse = read('packaging', 'cluster', 'clickhouse.xml')
  for (const name of Object.keys(services).filter((name) => /^clickhouse-\d/.test(name))) {
    expect(clickHouse).toContain(`<host>${name}</host>`)
    expect(readFileSync(join(folder.path, 'secrets', 'clickhouse-url'), 'utf8')).toContain(`@${name}:8123/`)
  }
})

test('the chart has the version of the product', () => {
  const { version, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
  expect([version, appVersion]).toEqual(Array.from({ length: 2 }, () => JSON.parse(read('package.json')).version))
})

const helm = await findOnPath('helm')

test.skipIf(helm === undefined)('Helm accepts the chart, and renders a node for each replica', () => {
  const run = (...args: readonly string[]) => execFileSync(helm ?? '', args, { encoding: 'utf8' })
  expect(run('lint', '--strict', chart)).toContain('0 chart(s) failed')
  const rendered = run('template', 'test', chart, '--kube-version', '1.31.0', '--set', 'replicas=5')
  expect(rendered).toContain('replicas: 5')
  expect(() => run('template', 'test', chart, '--kube-version', '1.31.0', '--set', 'replica=5')).toThrow(/replica/)
})
