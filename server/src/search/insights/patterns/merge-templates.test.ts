import { cpuMsOf } from '@logyard/codecs/testing/cpu-time'
import { templateOf } from '@logyard/languages/message-templates/template'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { describe, expect, test } from 'vitest'
import { mergeTemplates } from './merge-templates.ts'

/** The texts of the patterns of these messages, in order of the alphabet. */
function patternsOf(messages: readonly string[]): readonly string[] {
  const texts = [...new Set(messages.map(templateOf))]
  const merged = mergeTemplates(texts.map((text, index) => ({ hash: String(index), text, count: 1 })))
  return merged.map((templates) => unifyTemplates(templates.map(({ text }) => text)).text).sort()
}

const NAMES = ['ada', 'bob', 'carol', 'dan', 'eve', 'frank']
const HOSTS = ['ns.example.org', 'mail.foo.de', 'a.b.example.com', 'localhost']

describe('messages of one statement are one pattern', () => {
  test.each([
    {
      what: 'names',
      messages: NAMES.map((name) => `Invalid user ${name} from 10.0.0.1`),
      text: 'Invalid user * from *',
    },
    {
      what: 'two names that vary together',
      messages: NAMES.flatMap((name, index) => [`login failed; user=${name} rhost=${HOSTS[index % 4]}`]),
      text: 'login failed; user=* rhost=*',
    },
    {
      what: 'words with and without digits',
      messages: ['cache for client web17 was dropped', 'cache for client shop was dropped'],
      text: 'cache for client * was dropped',
    },
    {
      what: 'lists of different lengths',
      messages: [
        'ask 10.0.0.1 to delete blk_1',
        'ask 10.0.0.1 to delete blk_1 blk_-2 blk_3',
        'ask 10.0.0.2 to delete blk_-1',
      ],
      text: 'ask * to delete *',
    },
    {
      what: 'paths',
      messages: ['cannot open /var/log/app for reading', 'cannot open ~/.profile for reading'],
      text: 'cannot open * for reading',
    },
    {
      what: 'optional sizes',
      messages: ['closed, 10 bytes sent, lifetime <1 sec', 'closed, 2048 bytes (2 KB) sent, lifetime 00:12'],
      text: 'closed, * bytes sent, lifetime *',
    },
    {
      what: 'lines of an access log',
      messages: [...NAMES, 'u1'].map((name, index) => `10.0.0.${index} - ${name} "GET /" 200 ${index} 3ms`),
      text: '* - * "*" * * *',
    },
    {
      what: 'dates',
      messages: ['up since Sun Jul 3 10:11:12 2005', 'up since Mon Jun 13 1:11:12 2005'],
      text: 'up since *',
    },
    {
      what: 'empty brackets',
      messages: ['connection from 10.0.0.1 () at noon', 'connection from 10.0.0.2 (ns.example.org) at noon'],
      text: 'connection from * (*) at noon',
    },
  ])('$what', ({ messages, text }) => {
    expect(patternsOf(messages)).toEqual([text])
  })
})

test.each([
  { messages: ['VM Started (Lifecycle)', 'VM Paused (Lifecycle)', 'VM Resumed (Lifecycle)', 'VM Stopped (Lifecycle)'] },
  { messages: ['task moved from NEW to READY', 'task moved from READY to RUNNING', 'task moved from RUNNING to DONE'] },
  { messages: ['overlap is true now, please look', 'overlap is false now, please look'] },
  { messages: ['started', 'stopped', 'failed', 'closed', 'opened', 'paused', 'running'] },
  { messages: ['cannot read the file header', 'cannot write the file header'] },
])('different statements stay apart: $messages', ({ messages }) => {
  expect(patternsOf(messages)).toEqual(messages.toSorted())
})

test('the text and the parts do not depend on the order of the templates', () => {
  const messages = [...NAMES, 'x1'].map((name) => `session of user ${name} ended after 5 s`)
  expect(patternsOf(messages.toReversed())).toEqual(patternsOf(messages))
})

test('the values of the variable parts are read from messages', () => {
  const unified = unifyTemplates(['a', 'b'].map((name) => templateOf(`user ${name} got "x y" in 17 ms at /srv/www`)))
  expect(unified.text).toBe('user * got "*" in * ms at *')
  expect(unified.valuesOf('user carol got "no luck" in 3 ms at /srv/www/x')).toEqual([
    'carol',
    'no luck',
    '3',
    '/srv/www/x',
  ])
  expect(unified.valuesOf('something else')).toBeUndefined()
})

describe('thousands of templates are merged in little time', () => {
  const bits = (index: number) => index.toString(2).padStart(12, '0')
  test.each([
    {
      what: 'similar ones',
      text: (index: number) =>
        `${'ab'.repeat(index % 7)} job ${bits(index).replaceAll('1', 'x').replaceAll('0', 'y')} of user ${NAMES[index % 6]} ended with * after * steps`,
    },
    {
      what: 'many short words',
      text: (index: number) => [...bits(index).repeat(21)].map((bit) => (bit === '1' ? 'x' : 'y')).join(' '),
    },
    {
      what: 'many variable parts',
      text: (index: number) =>
        `alpha beta gamma ${[...bits(index).repeat(8)].map((bit) => (bit === '1' ? '*' : 'go')).join(' | ')}`,
    },
    {
      what: 'many numbers and dots',
      text: (index: number) =>
        `${bits(index).replaceAll('1', 'x').replaceAll('0', 'y')} ${'* '.repeat(120)}${'.'.repeat(250)}x`,
    },
  ])('$what', async ({ text }) => {
    const templates = Array.from({ length: 3000 }, (_, index) => ({ hash: String(index), text: text(index), count: 1 }))
    // A core that is shared with other work takes up to three times as long.
    expect(await cpuMsOf(() => mergeTemplates(templates))).toBeLessThan(6000)
  })
})
