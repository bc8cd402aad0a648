/**
 * A program that writes settings until it is killed: pairs of documents, one commit for each. Prints the number of a
 * pair once it was acknowledged. `node write-settings.ts <folder> <first number>`
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { keyOfSecret } from '../platform/settings/secret-key.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'

const STDOUT = 1

export const PAIRS_SECRET = 'the secret of all the pairs'

export const pairs = defineCollection({
  name: 'pairs',
  audit: 'note',
  schema: Type.Object({ id: Type.String(), number: Type.Integer(), filler: Type.String() }),
  keys: { number: { unique: false, of: ({ number }) => [`${number}`] } },
})

export const openPairs = (folder: string) =>
  openSqliteSettings({
    path: join(folder, SETTINGS_FILE),
    secretKey: keyOfSecret(PAIRS_SECRET),
    clock: systemClock,
    log: createLog('off'),
  })

async function writeUntilKilled(folder: string, firstNumber: number): Promise<never> {
  const settings = openPairs(folder)
  const collection = settings.collection(pairs)
  for (let number = firstNumber; ; number++) {
    const filler = 'x'.repeat((number * 37) % 5000)
    const pair = ['left', 'right'].map((side) => collection.inserting({ id: `${number}-${side}`, number, filler }))
    await settings.commit(pair)
    writeSync(STDOUT, `${number}\n`)
  }
}

const [program, folder, firstNumber] = process.argv.slice(1)
if (program === import.meta.filename && folder !== undefined) await writeUntilKilled(folder, Number(firstNumber))
