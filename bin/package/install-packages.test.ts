import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wantedPackages } from './install-packages.ts'
import type { LockFile } from './lock-file.ts'
import { PLATFORMS } from './platforms.ts'

const root = join(import.meta.dirname, '..', '..')

test.each(PLATFORMS)('a package for $name has Node, the engine and native code for it only', (platform) => {
  const { packages } = wantedPackages(root, platform)['package-lock.json']
  const names = Object.keys(packages).map((place) => place.replace('node_modules/', ''))
  expect(names).toEqual(
    expect.arrayContaining([
      platform.node,
      platform.engine,
      `@lmdb/lmdb-${platform.name}`,
      'lmdb',
      'pino',
      '@platformatic/kafka',
    ]),
  )
  const others = PLATFORMS.filter((other) => other !== platform).flatMap(({ node, engine, name }) => [
    node,
    engine,
    `@lmdb/lmdb-${name}`,
  ])
  expect(names.filter((name) => others.includes(name) || /musl|win32|android/.test(name))).toEqual([])
})

test('of development nothing is packed, and what the lock file knows has its hash', () => {
  const [platform] = PLATFORMS
  if (platform === undefined) throw new Error('no platform')
  const { packages }: LockFile = wantedPackages(root, platform)['package-lock.json']
  const { '': project, ...installed } = packages
  expect(project).toMatchObject({ name: 'logyard' })
  const found = Object.entries(installed)
  expect(found.filter(([, entry]) => !('integrity' in entry))).toEqual([])
  expect(found.filter(([, entry]) => 'dev' in entry)).toEqual([])
})

test('the maintainer scripts of the Debian package are shell scripts that stop at errors', () => {
  for (const file of globSync('packaging/debian/{postinst,prerm,postrm}', { cwd: root }))
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/^#!\/bin\/sh\n(#.*\n)+set -e\n/)
})
