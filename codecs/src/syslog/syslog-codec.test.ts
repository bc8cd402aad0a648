import { describe, expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { findTimeZone, UTC } from '../time-zone.ts'
import { createSyslogCodec } from './syslog-codec.ts'

const codec = createSyslogCodec({
  zone: UTC,
  hostNameOf: (address) => (address === '192.0.2.7' ? 'seven.example.org' : undefined),
})
const decode = codec.create({})
const NOW = '2026-06-15T10:00:00.000Z'
const PEER = '192.0.2.7'
const user = { facility: 'user-level', facility_num: 1, level: 5 }
const kernelInfo = { facility: 'kernel', facility_num: 0, level: 6 }
const local0 = { facility: 'local0', facility_num: 16 }

describe('RFC 3164', () => {
  test.each([
    [
      "<34>Oct 11 22:14:15 mymachine su: 'su root' failed",
      {
        time: '2026-10-11T22:14:15.000Z',
        source: 'mymachine',
        message: "mymachine su: 'su root' failed",
        facility: 'security/authorization',
        facility_num: 4,
        level: 2,
      },
    ],
    [
      '<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!',
      { time: '2026-02-05T17:32:18.000Z', source: '10.0.0.99', message: '10.0.0.99 Use the BFG!', ...user },
    ],
    ['<13>Feb 05 17:32:18 h t: m', { time: '2026-02-05T17:32:18.000Z', source: 'h', message: 'h t: m', ...user }],
    ['<13>Feb 5 17:32:18 h t: m', { time: '2026-02-05T17:32:18.000Z', source: 'h', message: 'h t: m', ...user }],
    ['<13>Feb 15 17:32:18 h t: m\r\n\0', { time: '2026-02-15T17:32:18.000Z', source: 'h', message: 'h t: m', ...user }],
    [
      '<6>2016-10-12T14:10:18Z hostname testmsg[20]: Test',
      { time: '2016-10-12T14:10:18.000Z', source: 'hostname', message: 'hostname testmsg[20]: Test', ...kernelInfo },
    ],
    // rsyslog's and syslog-ng's own formats
    [
      '<13>2021-03-01T13:00:00.123456+01:00 web-1 app[7]: x',
      { time: '2021-03-01T12:00:00.123Z', source: 'web-1', message: 'web-1 app[7]: x', ...user },
    ],
    [
      '<13>2021-03-01T12:00:00 web-1 app: x',
      { time: '2021-03-01T12:00:00.000Z', source: 'web-1', message: 'web-1 app: x', ...user },
    ],
    [
      '<30>Oct 11 22:14:15 host systemd[1]: Started Session 5 of user ü.',
      {
        time: '2026-10-11T22:14:15.000Z',
        source: 'host',
        message: 'host systemd[1]: Started Session 5 of user ü.',
        facility: 'system daemon',
        facility_num: 3,
        level: 6,
      },
    ],
    // An invalid date: the text is not truncated.
    ['<13>Foo 11 22:14:15 h t: m', { time: NOW, source: 'Foo', message: 'Foo 11 22:14:15 h t: m', ...user }],
    ['<13>Feb 31 22:14:15 h t: m', { time: NOW, source: 'Feb', message: 'Feb 31 22:14:15 h t: m', ...user }],
    ['<13>Feb 11 25:14:15 h t: m', { time: NOW, source: 'Feb', message: 'Feb 11 25:14:15 h t: m', ...user }],
    // Too short for a date.
    ['<13>a b c', { time: NOW, source: 'a', message: 'a b c', ...user }],
    ['<13>hello', { time: NOW, source: 'hello', message: 'hello', ...user }],
    ['<13>12b c', { time: NOW, source: '12b', message: '12b c', ...user }],
    [
      '<191>Feb 15 17:32:18 h m',
      { time: '2026-02-15T17:32:18.000Z', source: 'h', message: 'h m', facility: 'local7', facility_num: 23, level: 7 },
    ],
    [
      '<999>Feb 15 17:32:18 h m',
      {
        time: '2026-02-15T17:32:18.000Z',
        source: 'h',
        message: 'h m',
        facility: 'Unknown',
        facility_num: 124,
        level: 7,
      },
    ],
    ['<13>2016-13-12T14:10:18Z hostname x', 'broken-date'],
    ['<13>1234567 is how many there are', 'broken-date'],
  ])('%s', (line, expected) => {
    expect(seen(decode(rawMessage(line)))).toEqual(expected)
  })

  test.each(['no pri at all', '<>x', '<13', '<1234>x', '<a>x', '< 13>x', 'x <13>y'])('%s has no priority', (line) => {
    const none = { facility: 'Unknown', facility_num: -1, level: -1 }
    expect(seen(decode(rawMessage(line)))).toEqual({ time: NOW, source: PEER, message: line, ...none })
  })

  test('a line without a year is from the current one, except around its turn', () => {
    const at = (line: string, receivedAt: string) =>
      seen(decode(rawMessage(`<13>${line} host tag: x`, { receivedAtMs: Date.parse(receivedAt) })))
    expect(at('Dec 31 23:59:58', '2026-01-01T00:00:03Z')).toMatchObject({ time: '2025-12-31T23:59:58.000Z' })
    expect(at('Jan  1 00:00:01', '2025-12-31T23:59:59Z')).toMatchObject({ time: '2026-01-01T00:00:01.000Z' })
    expect(at('Oct 11 00:00:00', '2026-03-01T00:00:00Z')).toMatchObject({ time: '2026-10-11T00:00:00.000Z' })
    expect(at('Jan 10 00:00:00', '2026-12-31T00:00:00Z')).toMatchObject({ time: '2026-01-10T00:00:00.000Z' })
    expect(at('Feb 29 12:00:00', '2024-03-01T00:00:00Z')).toMatchObject({ time: '2024-02-29T12:00:00.000Z' })
    expect(at('Feb 29 12:00:00', '2026-03-01T00:00:00Z')).toMatchObject({ time: '2026-03-01T00:00:00.000Z' })
  })

  test("dates without a zone are in the server's time zone, including daylight saving time", () => {
    const zone = findTimeZone('Europe/Berlin') ?? UTC
    const berlin = createSyslogCodec({ zone, hostNameOf: () => undefined }).create({})
    const time = (line: string, receivedAt = NOW) =>
      seen(berlin(rawMessage(line, { receivedAtMs: Date.parse(receivedAt) })))
    expect(time('<13>Feb 05 17:32:18 host x')).toMatchObject({ time: '2026-02-05T16:32:18.000Z' })
    expect(time('<13>Jul 05 17:32:18 host x')).toMatchObject({ time: '2026-07-05T15:32:18.000Z' })
    expect(time('<13>Mar 29 01:59:59 host x')).toMatchObject({ time: '2026-03-29T00:59:59.000Z' })
    expect(time('<13>Mar 29 03:00:00 host x')).toMatchObject({ time: '2026-03-29T01:00:00.000Z' })
    expect(time('<13>2016-10-12T14:10:18 host x')).toMatchObject({ time: '2016-10-12T12:10:18.000Z' })
    // In Berlin it is already the next year.
    expect(time('<13>Jan 01 00:30:00 host x', '2025-12-31T23:30:00Z')).toMatchObject({
      time: '2025-12-31T23:30:00.000Z',
    })
  })
})

describe('RFC 5424', () => {
  const local4 = { facility: 'local4', facility_num: 20, level: 5 }
  const head = '<165>1 2012-12-25T22:14:15.003Z h.example.com evntslog - ID47'
  const event = { time: '2012-12-25T22:14:15.003Z', source: 'h.example.com', application_name: 'evntslog', ...local4 }
  test.each([
    [
      `${head} [exampleSDID@32473 iut="3" eventSource="Application"] An event`,
      { ...event, message: 'An event', iut: '3', eventSource: 'Application' },
    ],
    [`${head} [a x="1"][b y="2"] m`, { ...event, message: 'm', x: '1', y: '2' }],
    [`${head} [a x="1"][b x="2"] m`, { ...event, message: 'm', x: '2' }],
    [`${head} [a x="say \\"hi\\" [\\]] \\\\ \\n"] m`, { ...event, message: 'm', x: 'say "hi" []] \\ \\n' }],
    [`${head} [empty] m`, { ...event, message: 'm' }],
    [`${head} [a x=""] m`, { ...event, message: 'm', x: '' }],
    // Parameters with the name of a message's own field are prefixed with their element.
    [`${head} [a level="x" message="y"] m`, { ...event, message: 'm', a_level: 'x', a_message: 'y' }],
    [`${head} [a x="1"]`, { ...event, message: 'ID47 [a x="1"]', x: '1' }],
    [`${head} -`, { ...event, message: 'ID47 -' }],
    [`${head} - text`, { ...event, message: 'text' }],
    [`${head} - \ufefftext`, { ...event, message: 'text' }],
    // Broken structured data stays in the message.
    [`${head} [a x="1 m`, { ...event, message: '[a x="1 m' }],
    [`${head} no data at all`, { ...event, message: 'no data at all' }],
    [
      '<128>1 2015-01-11T16:35:21.335797+01:00 s0 - - - - tralala',
      { time: '2015-01-11T15:35:21.335Z', source: 's0', message: 'tralala', ...local0, level: 0 },
    ],
    ['<128>1 - - - - - - text', { time: NOW, source: PEER, message: 'text', ...local0, level: 0 }],
    ['<128>1 yesterday h - - - - text', { time: NOW, source: 'h', message: 'text', ...local0, level: 0 }],
    [
      '<128>1 2015-01-11T16:35:21 h - - - - text',
      { time: '2015-01-11T16:35:21.000Z', source: 'h', message: 'text', ...local0, level: 0 },
    ],
    [
      '<13>1 2021-03-01T12:00:00.123456+00:00 web-1 nginx 991 - [timeQuality tzKnown="1" isSynced="1"] GET / 200',
      {
        time: '2021-03-01T12:00:00.123Z',
        source: 'web-1',
        message: 'GET / 200',
        application_name: 'nginx',
        process_id: '991',
        tzKnown: '1',
        isSynced: '1',
        ...user,
      },
    ],
    // Truncated in the header: all after the version becomes the message.
    [
      '<13>1 2021-03-01T12:00:00Z web-1',
      { time: '2021-03-01T12:00:00.000Z', source: 'web-1', message: '2021-03-01T12:00:00Z web-1', ...user },
    ],
  ])('%s', (line, expected) => {
    expect(seen(decode(rawMessage(line)))).toEqual(expected)
  })

  test('names of structured data are prefixed with their element if configured', () => {
    const expanding = codec.create({ expand_structured_data: true })
    expect(seen(expanding(rawMessage(`${head} [exampleSDID@32473 iut="3"] m`)))).toEqual({
      ...event,
      message: 'm',
      'exampleSDID@32473_iut': '3',
    })
  })
})

describe('Cisco', () => {
  const local7 = (level: number) => ({ facility: 'local7', facility_num: 23, level })
  const fan = { source: PEER, message: '%HARDWARE-2-FAN_ERROR: Fan Failure', sequence_number: 1541800, ...local7(2) }
  const rest = '%HARDWARE-2-FAN_ERROR: Fan Failure'
  test.each([
    [`<186>1541800: Feb 27 06:08:59.485: ${rest}`, { ...fan, time: '2026-02-27T06:08:59.485Z' }],
    [`<186>1541800: *Feb 27 06:08:59: ${rest}`, { ...fan, time: '2026-02-27T06:08:59.000Z' }],
    [`<186>1541800: .Feb 27 06:08:59 UTC: ${rest}`, { ...fan, time: '2026-02-27T06:08:59.000Z' }],
    [`<186>1541800: Feb 27 06:08:59.485 CET: ${rest}`, { ...fan, time: '2026-02-27T05:08:59.485Z' }],
    [`<186>1541800: 2014 Feb 27 06:08:59.485 EST: ${rest}`, { ...fan, time: '2014-02-27T11:08:59.485Z' }],
    [`<186>1541800: Feb 27 2014 06:08:59: ${rest}`, { ...fan, time: '2014-02-27T06:08:59.000Z' }],
    [`<186>: Feb 27 06:08:59.485: ${rest}`, { ...fan, sequence_number: 0, time: '2026-02-27T06:08:59.485Z' }],
    [
      `<186>1541800: Feb 27 06:08:59.485: switch-1 ${rest}`,
      { ...fan, source: 'switch-1', time: '2026-02-27T06:08:59.485Z' },
    ],
    [
      `<186>1541800: Feb 27 06:08:59.485: switch-1: ${rest}`,
      { ...fan, source: 'switch-1', time: '2026-02-27T06:08:59.485Z' },
    ],
    [
      `<186>1541800: switch-1: 000042: Feb 27 06:08:59.485: ${rest}`,
      { ...fan, source: 'switch-1', time: '2026-02-27T06:08:59.485Z' },
    ],
    [`<186>1541800: yesterday: ${rest}`, { ...fan, source: 'yesterday', time: NOW }],
    [`<186>1541800: ${rest}`, { ...fan, time: NOW }],
    [
      '<189>12: *Mar  1 18:48:50.483 UTC: no mnemonic here',
      {
        time: '2026-03-01T18:48:50.483Z',
        source: PEER,
        message: 'no mnemonic here',
        sequence_number: 12,
        ...local7(5),
      },
    ],
    // ASA: with `logging timestamp`, which has the year, and with its device id.
    [
      '<166>Oct 11 2018 22:14:15: %ASA-6-302013: Built outbound TCP connection 1',
      {
        time: '2018-10-11T22:14:15.000Z',
        source: PEER,
        message: '%ASA-6-302013: Built outbound TCP connection 1',
        facility: 'local4',
        facility_num: 20,
        level: 6,
      },
    ],
    [
      '<166>Oct 11 2018 22:14:15 asa-1 : %ASA-6-302013: Built outbound TCP connection 1',
      {
        time: '2018-10-11T22:14:15.000Z',
        source: 'asa-1',
        message: 'asa-1 : %ASA-6-302013: Built outbound TCP connection 1',
        facility: 'local4',
        facility_num: 20,
        level: 6,
      },
    ],
    [
      '<166>: Oct 11 22:14:15 UTC: %ASA-session-6-302013: Built',
      {
        time: '2026-10-11T22:14:15.000Z',
        source: PEER,
        message: '%ASA-session-6-302013: Built',
        sequence_number: 0,
        facility: 'local4',
        facility_num: 20,
        level: 6,
      },
    ],
  ])('%s', (line, expected) => {
    expect(seen(decode(rawMessage(line)))).toEqual(expected)
  })
})

describe('FortiGate', () => {
  const notice = { facility: 'syslogd', facility_num: 5, level: 5 }
  const line = 'date=2017-03-06 time=12:53:10 devname=DEV level=notice srcport=45748'
  const fields = { date: '2017-03-06', time: '12:53:10', devname: 'DEV', srcport: '45748' }
  test('its pairs become fields, its date and name those of the message', () => {
    const decoded = decode(rawMessage(`<45>${line}`))
    expect(decoded).toEqual({
      ok: true,
      messages: [
        {
          timestampMs: Date.parse('2017-03-06T12:53:10Z'),
          source: 'DEV',
          message: line,
          fields: { ...fields, ...notice },
        },
      ],
    })
  })

  test.each([
    ['date=2017-03-06 time=12:53:10 tz="+0200" devname=DEV', '2017-03-06T10:53:10.000Z'],
    ['date=2017-03-06 time=12:53:10 tz="nonsense" devname=DEV', '2017-03-06T12:53:10.000Z'],
    ['date=2017-03-06 devname=DEV', NOW],
    ['date=yesterday time=12:53:10', NOW],
  ])('%s is from %s', (pairs, time) => {
    expect(decode(rawMessage(`<45>${pairs}`))).toMatchObject({ messages: [{ timestampMs: Date.parse(time) }] })
  })

  test.each([
    ['msg="two words" policyid=7', { msg: 'two words', policyid: '7' }],
    ['msg="say \\"hi\\" now" x=y', { msg: 'say "hi" now', x: 'y' }],
    ['url="http://example.org/?a=b&c=d" x=y', { url: 'http://example.org/?a=b&c=d', x: 'y' }],
    ['url=/?a=b x=y', { url: '/?a=b', x: 'y' }],
    ['empty= quoted="" x=y', { empty: '', quoted: '', x: 'y' }],
    ['msg="cut o', { msg: 'cut o' }],
    ['message=x source=y timestamp=z facility=f', {}],
  ])('%s', (pairs, expected) => {
    const decoded = decode(rawMessage(`<45>date=2017-03-06 ${pairs}`))
    expect(decoded).toMatchObject({ ok: true, messages: [{ source: PEER }] })
    expect(decoded.ok && decoded.messages[0]?.fields).toEqual({ date: '2017-03-06', ...expected, ...notice })
  })
})

describe('options', () => {
  test('a line without a date is refused if dates may not be overridden', () => {
    const strict = codec.create({ allow_override_date: false })
    for (const line of ['no pri at all', '<13>a b c', '<13>1 - h - - - - m', '<45>date=x']) {
      expect(seen(strict(rawMessage(line)))).toBe('no-date')
    }
    // An unreadable date is replaced by the time of receipt.
    expect(seen(strict(rawMessage('<13>hello world this is long')))).toMatchObject({ time: NOW, source: 'hello' })
    expect(seen(strict(rawMessage('<13>5: %SYS-5-X: y')))).toMatchObject({ time: NOW })
  })

  test('the source is the host name of the address, if known', () => {
    const naming = codec.create({ force_rdns: true })
    const line = '<13>Feb  5 17:32:18 host x'
    expect(seen(naming(rawMessage(line)))).toMatchObject({ source: 'seven.example.org' })
    expect(seen(naming(rawMessage(line, { remoteAddress: '192.0.2.8' })))).toMatchObject({ source: 'host' })
  })

  test('the whole line is stored with its priority if configured', () => {
    const keeping = codec.create({ store_full_message: true, override_source: 'other' })
    expect(seen(keeping(rawMessage('<13>Feb  5 17:32:18 host x\n')))).toMatchObject({
      source: 'other',
      message: 'host x',
      full_message: '<13>Feb  5 17:32:18 host x',
    })
  })

  test('a setting of the wrong type counts as missing', () => {
    const decodeWrong = codec.create({ allow_override_date: 'no', store_full_message: 1, expand_structured_data: null })
    expect(seen(decodeWrong(rawMessage('<13>a b c')))).toEqual({ time: NOW, source: 'a', message: 'a b c', ...user })
  })
})
