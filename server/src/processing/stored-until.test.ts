import { expect, test } from 'vitest'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { numberedMessage, testOrigin } from '../testing/journal-messages.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createStoredUntil } from './stored-until.ts'

const log = createLog('off')

test('blocks that are stored and not deleted yet keep nobody waiting, and messages before the disk do', async () => {
  await using folder = await temporaryFolder()
  const clock = fixedClock('2026-03-01T10:00:00.000Z')
  await using journal = openJournal({ folder: folder.path, clock, log })
  const storedUntil = createStoredUntil({ journal, clock })
  const append = (number: number) =>
    journal.append(testOrigin, { ...numberedMessage(number), receivedAtMs: clock.now().getTime() })
  const sinceStart = () => storedUntil() - Date.parse('2026-03-01T10:00:00.000Z')

  append(0)
  clock.advance(100)
  await journal.flushed()
  expect(sinceStart()).toBe(-1)
  journal.commit(1)
  expect(sinceStart()).toBe(100)

  clock.advance(400)
  append(1)
  expect(sinceStart()).toBe(499)
  clock.advance(100)
  await journal.flushed()
  expect(sinceStart()).toBe(499)
  journal.commit(2)
  expect(sinceStart()).toBe(600)
})
