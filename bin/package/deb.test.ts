import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { arOf, debMembers } from './deb.ts'
import { debianFiles } from './debian-files.ts'
import { tarOf } from './tar.ts'

const root = join(import.meta.dirname, '..', '..')
const SECONDS = 1_790_000_000

test('a Debian package has its members in order, with the control file, the scripts and the sums', async () => {
  await using folder = await temporaryFolder()
  const { files, scripts } = debianFiles(root, [{ path: 'logyard', text: 'program', isProgram: true }])
  const data = join(folder.path, 'data')
  writeFileSync(data, gzipSync(Buffer.concat([...tarOf(files, SECONDS)])))
  const control = { version: '1.2.3', architecture: 'arm64', depends: 'libc6 (>= 2.28)' }
  const members = await debMembers(control, { files, scripts, data, seconds: SECONDS })
  expect(members.map(({ name }) => name)).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])

  const controlTar = gunzipSync(await (members[1]?.content ?? new Blob()).arrayBuffer())
  expect(namesIn(controlTar)).toEqual(['conffiles', 'control', 'md5sums', 'postinst', 'postrm', 'prerm'])
  const facts = controlTar.toString('latin1')
  expect(facts).toContain('Package: logyard\nVersion: 1.2.3\nArchitecture: arm64\n')
  expect(facts).toContain('\0/etc/logyard/logyard.env\n\0')
  // The md5 of 'program'.
  expect(facts).toContain('a9c449d4fa44e9e5a41c574ae55ce4d9  usr/lib/logyard/logyard\n')
  expect(namesIn(gunzipSync(await (members[2]?.content ?? new Blob()).arrayBuffer()))).toEqual(
    expect.arrayContaining([
      'etc/logyard/logyard.env',
      'usr/bin/logyard',
      'usr/lib/systemd/system/logyard.service',
      'usr/share/bash-completion/completions/logyard',
    ]),
  )
})

test('members of an ar archive start at even places, after a header of 60 bytes', async () => {
  const members = [
    { name: 'one', content: new Blob(['odd']) },
    { name: 'two', content: new Blob(['even']) },
  ]
  expect(await text(arOf(members, 7))).toBe(`!<arch>\n${arHeader('one', 3)}odd\n${arHeader('two', 4)}even`)
})

const arHeader = (name: string, size: number): string =>
  `${name.padEnd(16)}7           0     0     100644  ${String(size).padEnd(10)}\`\n`

/** The paths of the files in a tar archive. */
function namesIn(tar: Buffer): readonly string[] {
  const names: string[] = []
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, tar.indexOf(0, at))
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    if (!name.endsWith('/')) names.push(name)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return names
}
