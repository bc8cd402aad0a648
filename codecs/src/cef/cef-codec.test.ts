import { describe, expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { UTC } from '../time-zone.ts'
import { createCefCodec } from './cef-codec.ts'

const codec = createCefCodec({ zone: UTC })
const decode = codec.create({})
const full = codec.create({ use_full_names: true })
const NOW = '2026-06-15T10:00:00.000Z'
const HEADER = 'CEF:0|v|p|1|id|n|5|'
const event = {
  time: NOW,
  source: '192.0.2.7',
  message: 'p: [id, 5] n',
  device_vendor: 'v',
  device_product: 'p',
  device_version: '1',
  event_class_id: 'id',
  name: 'n',
  severity: '5',
}

test("its configuration has the server's time zone as default", () => {
  expect(codec.configuration).toMatchObject({
    timezone: { default_value: 'UTC', is_optional: false },
    locale: { default_value: '', is_optional: true },
    use_full_names: { default_value: false },
  })
  expect(codec.configuration).not.toHaveProperty('override_source')
})

describe('what stands before the header', () => {
  const berlin = codec.create({ timezone: 'Europe/Berlin', locale: 'de_DE' })
  test.each([
    ['', {}],
    ['<134>', { level: 6, facility: 'local0' }],
    ['Feb 05 17:32:18 fw-1 ', { time: '2026-02-05T17:32:18.000Z', source: 'fw-1' }],
    ['<134>Feb  5 17:32:18 fw-1 ', { time: '2026-02-05T17:32:18.000Z', source: 'fw-1', level: 6, facility: 'local0' }],
    ['Feb 05 2014 17:32:18.123 fw-1 ', { time: '2014-02-05T17:32:18.123Z', source: 'fw-1' }],
    ['Feb 05 2014 17:32:18.123 CET fw-1 ', { time: '2014-02-05T16:32:18.123Z', source: 'fw-1' }],
    ['Feb 05 2014 17:32:18 America/New_York fw-1 ', { time: '2014-02-05T22:32:18.000Z', source: 'fw-1' }],
    ['Feb 05 2014 17:32:18 +02:00 fw-1 ', { time: '2014-02-05T15:32:18.000Z', source: 'fw-1' }],
    ['1391621538123 fw-1 ', { time: '2014-02-05T17:32:18.123Z', source: 'fw-1' }],
    ['2014-02-05T17:32:18.123Z fw-1 ', { time: '2014-02-05T17:32:18.123Z', source: 'fw-1' }],
  ])('"%s"', (head, expected) => {
    expect(seen(decode(rawMessage(`${head}${HEADER}`)))).toEqual({ ...event, ...expected })
  })

  test.each([
    ['Jul 05 2014 17:32:18 fw-1 ', '2014-07-05T15:32:18.000Z'],
    ['Dez 05 2014 17:32:18 fw-1 ', '2014-12-05T16:32:18.000Z'],
    ['Okt 05 2014 17:32:18 fw-1 ', '2014-10-05T15:32:18.000Z'],
    ['März 05 2014 17:32:18 fw-1 ', '2014-03-05T16:32:18.000Z'],
    ['Mai 05 2014 17:32:18 UTC fw-1 ', '2014-05-05T17:32:18.000Z'],
  ])('"%s" in Berlin is %s', (head, time) => {
    expect(seen(berlin(rawMessage(`${head}${HEADER}`)))).toMatchObject({ time, source: 'fw-1' })
  })

  test.each(['soon fw-1 ', 'fw-1 ', 'Feb 31 2014 17:32:18 fw-1 ', 'Feb 05 2014 17:32:18 NOWHERE fw-1 ', '<134>x y z '])(
    '"%s" cannot be read',
    (head) => expect(seen(decode(rawMessage(`${head}${HEADER}`)))).toBe('broken-date'),
  )

  test.each([
    { timezone: 'Mars/Olympus', locale: 'not a locale' },
    { timezone: 7, locale: 7 },
  ])('%j is as good as none', (settings) => {
    const decodeAnyway = codec.create(settings)
    expect(seen(decodeAnyway(rawMessage(`Feb 05 17:32:18 fw-1 ${HEADER}`)))).toMatchObject({
      time: '2026-02-05T17:32:18.000Z',
    })
  })
})

describe('header', () => {
  test.each([
    [
      'CEF:0|a\\|b|c\\\\d|1|id|n \\= x|High|',
      { device_vendor: 'a|b', device_product: 'c\\d', name: 'n \\= x', severity: 'High' },
    ],
    ['CEF:0|v|p|1|id|n|5', { name: 'n', severity: '5' }],
    ['CEF: 1|v|p|1|id|n|5|', { name: 'n' }],
    ['CEF:0||||||5|', { message: ': [, 5] ' }],
  ])('%s', (line, expected) => {
    expect(seen(decode(rawMessage(line)))).toMatchObject(expected)
  })

  test.each([
    ['CEF:0|v|p|1|id|n', 'broken-header'],
    ['CEF:0|', 'broken-header'],
    ['CEF:', 'not-cef'],
    ['LEEF:1.0|v', 'not-cef'],
    ['', 'not-cef'],
  ])('%s is %s', (line, reason) => {
    expect(seen(decode(rawMessage(line)))).toBe(reason)
  })
})

describe('extensions', () => {
  test.each([
    ['src=10.0.0.1 cs1=x cs1Label=Rule spt=80 msg=hi', { src: '10.0.0.1', Rule: 'x', spt: 80, msg: 'hi' }],
    ['msg=two words act=blocked', { msg: 'two words', act: 'blocked' }],
    ['msg=a\\=b\\nc\\\\d act=x', { msg: 'a=b\nc\\d', act: 'x' }],
    ['request=http://example.org/?a=b&c=d act=x', { request: 'http://example.org/?a=b&c=d', act: 'x' }],
    [
      'request=see http://example.org/?a=b for more act=x',
      { request: 'see http://example.org/?a=b for more', act: 'x' },
    ],
    ['src= act=x', { src: '', act: 'x' }],
    ['act=x act=y', { act: 'y' }],
    ['cs1Label=Rule Name cs1=x', { Rule_Name: 'x' }],
    ['cs1Label=Rule', {}],
    ['cs1Label=name cs1=x', { cs1: 'x' }],
    ['cs1Label=timestamp cs1=x', { cs1: 'x' }],
    ['custom.key=x own-key=y', { 'custom.key': 'x', 'own-key': 'y' }],
    ['dvc=10.9.9.9 src=1.2.3.4', { source: '10.9.9.9', dvc: '10.9.9.9', src: '1.2.3.4' }],
    ['in=9007199254740993 out=12 spt=many cnt=1.5', { in: 9007199254740993n, out: 12 }],
    ['cfp1=1.5 slat=48.1 dlong=-11 cfp2=x', { cfp1: 1.5, slat: 48.1, dlong: -11 }],
    [
      'rt=1391621538123 end=Feb 05 2014 17:32:18 CET start=soon',
      { rt: '2014-02-05T17:32:18.123Z', end: '2014-02-05T16:32:18.000Z' },
    ],
    ['cn1=7 cn1Label=Count flexNumber1=8 type=2', { Count: 7, flexNumber1: 8, type: 2 }],
    ['message=x source=y timestamp=z', {}],
    ['act=ends\n', { act: 'ends' }],
    ['no pairs at all', {}],
    ['=x act=y', { act: 'y' }],
  ])('%s', (extensions, expected) => {
    expect(seen(decode(rawMessage(HEADER + extensions)))).toEqual({ ...event, ...expected })
  })

  test.each([
    [
      'src=10.0.0.1 cs1=x cs1Label=Rule spt=80 msg=hi',
      { sourceAddress: '10.0.0.1', Rule: 'x', sourcePort: 80, message: 'hi' },
    ],
    ['msg=hi msgLabel=Text', { Text: 'hi' }],
    ['c6a1=::1 type=1 own=x', { deviceCustomIPv6Address1: '::1', type: 1, own: 'x' }],
    ['dvc=10.9.9.9', { source: '10.9.9.9', deviceAddress: '10.9.9.9' }],
  ])('with full names: %s', (extensions, expected) => {
    expect(seen(full(rawMessage(HEADER + extensions)))).toEqual({ ...event, ...expected })
  })
})

test('an event as a firewall sends it through syslog', () => {
  const line =
    '<189>Sep 19 08:26:10 gw-7 CEF:0|Example Networks|NG Firewall|10.1|drop|Traffic \\| dropped|3|rt=1758270370000 src=10.1.2.3 spt=51512 dst=198.51.100.9 dpt=443 proto=TCP act=drop cs1Label=Policy cs1=block all in=0 out=1420 request=https://example.org/a?b\\=c msg=Denied by policy'
  expect(seen(decode(rawMessage(line)))).toEqual({
    time: '2026-09-19T08:26:10.000Z',
    source: 'gw-7',
    message: 'NG Firewall: [drop, 3] Traffic | dropped',
    level: 5,
    facility: 'local7',
    device_vendor: 'Example Networks',
    device_product: 'NG Firewall',
    device_version: '10.1',
    event_class_id: 'drop',
    name: 'Traffic | dropped',
    severity: '3',
    rt: '2025-09-19T08:26:10.000Z',
    src: '10.1.2.3',
    spt: 51512,
    dst: '198.51.100.9',
    dpt: 443,
    proto: 'TCP',
    act: 'drop',
    Policy: 'block all',
    in: 0,
    out: 1420,
    request: 'https://example.org/a?b=c',
    msg: 'Denied by policy',
  })
})
