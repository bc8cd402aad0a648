import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const FAKE_NODE = `#!/bin/sh\nprintf '%s\\n' "$LD_LIBRARY_PATH" "$@"\n`

test('the launcher finds its Node and libraries with an empty PATH, from elsewhere, and behind a link', async () => {
  await using folder = await temporaryFolder()
  const product = join(realpathSync(folder.path), 'a product')
  for (const path of ['runtime/bin', 'runtime/lib']) mkdirSync(join(product, path), { recursive: true })
  copyFileSync(join(root, 'packaging', 'logyard'), join(product, 'logyard'))
  writeFileSync(join(product, 'runtime', 'bin', 'node'), FAKE_NODE, { mode: 0o755 })
  symlinkSync(join(product, 'logyard'), join(folder.path, 'linked'))
  const expected = [
    join(product, 'runtime', 'lib'),
    join(product, 'server', 'dist', 'logyard.mjs'),
    'backup',
    'a b',
    '',
  ]
  const run = (program: string, cwd: string, env: NodeJS.ProcessEnv) =>
    spawnSync(program, ['backup', 'a b'], { cwd, env, encoding: 'utf8' }).stdout.split('\n')
  expect(run('./logyard', product, { PATH: '' })).toEqual(expected)
  expect(run(join(product, 'logyard'), '/', { PATH: '' })).toEqual(expected)
  expect(run(join(folder.path, 'linked'), '/', { PATH: process.env['PATH'] })).toEqual(expected)
})

test('the image exposes the ports that compose.yaml publishes, and keeps its data in the volume there', () => {
  const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'))
  const image = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const { ports, volumes }: { ports: string[]; volumes: string[] } = compose.services.logyard
  const exposed = /^EXPOSE (.*)$/m.exec(image)?.[1]?.split(' ') ?? []
  const published = ports.map((port) => port.slice(port.lastIndexOf(':') + 1).replace('/tcp', ''))
  expect(exposed).toEqual(expect.arrayContaining(published))
  const [, data = ''] = /LOGYARD_DATA=(\S+)/.exec(image) ?? []
  expect(image).toContain(`VOLUME ${data}\n`)
  expect(volumes).toEqual([`data:${data}`])
})
