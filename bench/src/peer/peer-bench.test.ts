import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDataFolder } from '@logyard/server/testing/data-folder'
import { expect, test } from 'vitest'
import { benchPeer } from './peer-bench.ts'

const options = { documents: 3000, batch: 500, fields: 200, isAlone: false }
const ignore = () => undefined

test('The comparison loads and asks both products, prints ratios, warns of totals that differ, and ends the program', async () => {
  const folder = await createDataFolder()
  const [program, pidFile] = [join(folder, 'victoria-logs'), join(folder, 'pid')]
  const standIn = fileURLToPath(new URL('./testing/stand-in.ts', import.meta.url))
  await writeFile(program, `#!/bin/sh\necho $$ > ${pidFile}\nexec ${process.execPath} ${standIn} "$@"\n`)
  await chmod(program, 0o755)
  const lines: string[] = []
  await benchPeer((line) => lines.push(line), { ...options, program })
  const output = lines.join('\n')
  const figures = String.raw`\s+\d+(\.\d)?\s+\d+(\.\d)?\s+\d+\.\d\d`
  for (const name of ['documents/s until searchable', 'peak memory MB', 'newest page', 'distinct count']) {
    expect(output).toMatch(new RegExp(`^${name}${figures}$`, 'm'))
  }
  const warned = lines.filter((line) => line.includes('warning: ')).map((line) => line.split(': ')[1])
  expect(warned).toContain('frequent word')
  expect(warned).not.toContain('newest page')
  expect(warned).not.toContain('rare field value')
  expect(warned).not.toContain('histogram of all')
  const pid = Number(await readFile(pidFile, 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test.each([
  { program: undefined, says: 'VICTORIA_LOGS is not set. Download victoria-logs' },
  { program: import.meta.filename, says: 'which cannot be executed. Download victoria-logs' },
])(
  'Without a program that can be executed ($program), the comparison says how to get one',
  async ({ program, says }) => {
    await expect(benchPeer(ignore, { ...options, program })).rejects.toThrow(says)
  },
)
