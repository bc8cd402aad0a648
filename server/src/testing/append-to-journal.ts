/**
 * A program that appends numbered messages to a journal until it is killed, and prints the number of messages once they
 * are on the disk. `node append-to-journal.ts <folder> <first number>`
 */
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { numberedMessage, testOrigin } from './journal-messages.ts'

const STDOUT = 1

const [folder = '', first = '0'] = process.argv.slice(2)
const journal = openJournal({ folder, clock: systemClock, log: createLog('off') })
let number = Number(first)
while (true) {
  for (let burst = 1 + ((number * 7) % 50); burst > 0; burst -= 1) {
    if (journal.append(testOrigin, numberedMessage(number))) number += 1
  }
  const reached = number
  void journal.flushed().then(() => writeSync(STDOUT, `${reached}\n`))
  await nextTurn()
}
