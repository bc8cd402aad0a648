/**
 * Checks of the source code: which files may read the table of messages, and that no condition follows a scope, which
 * could widen it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Exceptions with their reasons. All other files read messages within a scope. */
const READS_WITHOUT_SCOPE: Readonly<Record<string, string>> = {
  'search/scope/message-scope.ts': 'makes the scopes',
  'search/messages/time-page.ts': 'asks whether one table has all messages',
  'fields/field-columns.ts': 'answers which table to read',
  'store/messages/stored-ids.ts': 'ids of what this node wrote, so that a replay stores nothing twice',
  'events/stored/known-events.ts': 'ids of stored events, so that a range evaluated again stores none twice',
  'events/definitions/definition-sql.ts': 'writes a statement in the vocabulary of users, and runs none',
  'store/engine/old-messages.ts': 'whether there are messages of an earlier version',
  'store/engine/all-messages.ts': 'makes the table to read all messages from',
  'store-copy/closed-messages.ts': 'copies the messages of closed indices to another store, for a command',
  'store-copy/copy-messages.ts': 'copies all messages to another store, for a command',
  'store-copy/copy-record.ts': 'when the newest message of the target was received',
  'store-copy/day-slices.ts': 'counts and sums of what is copied',
  'store-copy/verify-copy.ts': 'counts what was copied of each shard',
  'store-copy/stage-slices.ts': 'copies all messages to another store, for a command',
  'store/cold/cold-ranges.ts': 'whether the messages of a range are in cold storage, with no value of any',
  'store/cluster/catch-up.ts': 'copies what a replica of a cluster missed from another one',
  'store/cluster/new-members.ts': 'how many messages a replica of a cluster has',
  'store/rewriting/rewritten-rows.ts': 'rewrites messages of an earlier version',
  'store/rewriting/replace-index.ts': 'how many messages an index has while it is replaced',
  'store/rewriting/stage-index.ts': 'the number of the newest rewriting',
  'fields/stored-fields.ts': 'which fields there are, with no value of any',
  'store/index-sets/message-partitions.ts': 'from when to when the messages of an index are',
}

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'))
  .map((path) => ({ path: relative('.', path), text: readFileSync(join(ROOT, path), 'utf8') }))

test('only scopes and listed exceptions name the table of messages', () => {
  const naming = sources.filter(({ text }) =>
    /\bschema\.table\b|\bmessageTable\b|\b(?:from|join)\s+(?:\w+\.)?(?:\\?`)?(?:all_|old_)?messages\b(?!['"])/i.test(
      withoutComments(text),
    ),
  )
  expect(naming.map(({ path }) => path).sort()).toEqual(Object.keys(READS_WITHOUT_SCOPE).sort())
})

test('conditions are passed to the scope: none follows it, where an OR would widen it', () => {
  const widened = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bFROM \$\{[^`]*?\}\s*\b(?:AND|OR|XOR|NOT)\b/g)].map(([found]) => `${path}: ${found}`),
  )
  expect(widened).toEqual([])
})

test('all source files were checked', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.some(({ path }) => path === 'live/missed-messages.ts')).toBe(true)
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '')
