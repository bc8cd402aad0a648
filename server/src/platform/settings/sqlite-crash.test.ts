import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { openPairs, pairs } from '../../testing/write-settings.ts'
import { SETTINGS_FILE } from './sqlite-settings.ts'

const ROUNDS = rounds(2, 100)
const MS_PER_ROUND = 5_000
const WRITER = join(import.meta.dirname, '..', '..', 'testing', 'write-settings.ts')

/** Kills a writer after it has acknowledged this many pairs, and returns every pair that it acknowledged. */
async function writeAndKill(folder: string, firstNumber: number, count: number): Promise<readonly number[]> {
  const writer = spawn(process.execPath, [WRITER, folder, `${firstNumber}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === count) writer.kill('SIGKILL')
  }
  return acknowledged
}

test(
  `every acknowledged commit is complete after ${ROUNDS} kills, with its keys`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'logyard-crash-'))
    const acknowledged: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // The number of commits varies by round, so that kills occur before, during and after a checkpoint.
      const count = 1 + ((round * 71) % 400)
      acknowledged.push(...(await writeAndKill(folder, round * 10_000, count)))
      {
        using db = new DatabaseSync(join(folder, SETTINGS_FILE))
        expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      }
      await using settings = openPairs(folder)
      const collection = settings.collection(pairs)
      const sides = Map.groupBy(await collection.list(), ({ number }) => number)
      expect(acknowledged.filter((number) => !sides.has(number))).toEqual([])
      expect([...sides.values()].filter((pair) => pair.length !== 2)).toEqual([])
      const last = acknowledged.at(-1)
      expect(await collection.countBy('number', `${last}`)).toBe(2)
    }
    await rm(folder, { recursive: true, force: true })
  },
  ROUNDS * MS_PER_ROUND,
)
