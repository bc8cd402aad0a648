import { expect, test } from 'vitest'
import { readGallery } from './gallery.ts'
import { suggestPacks } from './suggest-packs.ts'
import { samplesOf } from './testing/pack-samples.ts'
import { decodeSample } from './testing/run-samples.ts'

const gallery = await readGallery()
const stored = (name: string, sent: Parameters<typeof decodeSample>[1]['sent']) => {
  const { message, fields } = decodeSample(name, { sent })
  return { document: { ...Object.fromEntries(fields), message } }
}

test.each(gallery.map(({ name }) => name))('the lines of %s suggest its pack and no other one', (name) => {
  const samples = samplesOf(name)
  const suggestions = suggestPacks(
    gallery,
    samples.map(({ sent }) => stored(name, sent)),
  )
  expect(suggestions).toEqual([expect.objectContaining({ name, matches: samples.length, examined: samples.length })])
})

test('an access log that names no program suggests the pack for every web server', () => {
  const line = '192.0.2.10 - - [24/Nov/2026:04:15:02 +0000] "GET / HTTP/1.1" 200 2326 "-" "curl/8.5.0"'
  const [suggestion] = suggestPacks(gallery, [stored('web-access', line)])
  expect(suggestion).toMatchObject({ name: 'web-access', title: 'Web server access log', example: line })
})

test.each([
  'order 17 was paid by ada',
  'web-1 myapp[17]: nginx: the proxy answered 502',
  'GET /index.html 200 12ms',
  'web-1 php-fpm[400]: NOTICE: fpm is running, pid 1',
  '2026-11-24 04:15:02 INFO user admin logged in from 192.0.2.10',
  'date=2026-11-24 amount=12.50 status=paid',
  '{"level":"info","msg":"started"}',
  'system, info and other words',
  'kubelet started the pod',
  '%ASA is an abbreviation',
])('"%s" suggests nothing', (line) => {
  expect(suggestPacks(gallery, [stored('web-access', line)])).toEqual([])
})

test('the texts of hostile senders are examined in linear time', () => {
  const hostile = ['[', 'A-', 'a ', '"', '1,', 'date=2026-11-24 time=1 ', '[A-B-C]IN=', '0:', 'a'].map((part) =>
    stored('web-access', part.repeat(200_000).slice(0, 200_000)),
  )
  const before = process.threadCpuUsage()
  suggestPacks(gallery, Array.from({ length: 200 }, () => hostile).flat())
  const { user } = process.threadCpuUsage(before)
  expect(user / 1000).toBeLessThan(1000)
})
