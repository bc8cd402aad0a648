import { expect, test } from 'vitest'
import { createMasks } from './masks.ts'

const KEY = new Uint8Array(32).fill(7)
const masksOf = (fields: string[], kinds: ('email' | 'ip' | 'number')[] = []) => createMasks({ fields, kinds }, KEY)
const PSEUDONYM = String.raw`\[(?:user|email|ip|number):[0-9a-f]{10}\]`

test('a value of a masked field is replaced wherever the message has it', () => {
  const masks = masksOf(['user'])
  const shown = masks.message({ user: 'anna', message: 'anna sent to anna', tags: ['anna', 'x'], size: 5 })
  const { user } = shown
  expect(user).toMatch(new RegExp(`^${PSEUDONYM}$`))
  expect(shown).toEqual({ user, message: `${user} sent to ${user}`, tags: [user, 'x'], size: 5 })
  expect(masks.value('user', ['anna', 'ben'])).toEqual([user, expect.not.stringMatching('ben')])
  expect(masks.value('other', 'anna')).toBe('anna')
  expect(createMasks({ fields: ['user'], kinds: [] }, new Uint8Array(32)).value('user', 'anna')).not.toBe(user)
})

test('the longest of several values is replaced first, and very short ones only in their own field', () => {
  const masks = masksOf(['user'])
  const { message } = masks.message({ user: ['ann', 'anna.garcia', 'a'], message: 'a call of anna.garcia' })
  expect(message).toMatch(new RegExp(`^a call of ${PSEUDONYM}$`))
})

test.each([
  ['email', 'mail to o.k+x@mail.example.org.', 'mail to ¤.'],
  ['ip', 'from 10.0.0.1 to 192.168.255.254:80', 'from ¤ to ¤:80'],
  ['ip', 'from 2001:db8::1 and ::1 at 12:30:59', 'from ¤ and ¤ at 12:30:59'],
  ['ip', 'version 1.2.3 or 1.2.3.4.5', 'version 1.2.3 or 1.2.3.4.5'],
  ['ip', 'client 10.0.0.7. Next: fe80::1.', 'client ¤. Next: ¤.'],
  ['number', 'card 4111 1111 1111 1111, order 12345', 'card ¤, order 12345'],
  ['number', 'iban 1234567890 took 0.123456789012', 'iban ¤ took 0.123456789012'],
] as const)('%s in %j', (kind, text, shown) => {
  const found = masksOf([], [kind]).texts({ list: [text] })
  expect(found.list[0]?.replaceAll(new RegExp(PSEUDONYM, 'g'), '¤')).toBe(shown)
})

test('hostile texts take time in proportion to their length', () => {
  const masks = masksOf(['user'], ['email', 'ip', 'number'])
  const startMs = performance.now()
  for (const part of ['a.', '1', '1 ', ':', 'a@b.', '@', '1.1.1.', 'f:', '1-', 'a@', '-.', '::1'])
    masks.message({ user: part, message: part.repeat(20_000) })
  expect(performance.now() - startMs).toBeLessThan(20_000)
})
