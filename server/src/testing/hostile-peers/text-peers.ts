/** Protocols of lines of text. */
import type { PeerProtocol } from './peer-protocol.ts'

const LONG = 1_000_000
const MANY = 50_000

function smtpAnswer(request: Buffer): string {
  const [word = ''] = request.toString('latin1').toUpperCase().split(/\s/, 1)
  if (word === '') return '220 peer.example ESMTP\r\n'
  if (word === 'EHLO') return '250-peer.example\r\n250 SIZE 1000000\r\n'
  if (word === 'DATA') return '354 go on\r\n'
  return word === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n'
}

export const smtp: PeerProtocol = {
  speaksFirst: true,
  steps: 6,
  answer: (request) => Buffer.from(smtpAnswer(request)),
  wrong: () =>
    [
      '999 no such code\r\n',
      '-1 \r\n',
      'no code at all\r\n',
      '220\r\n220\r\n220\r\n',
      '\0\0\0\r\n',
      '\r\n\r\n\r\n',
      '354 data before it was asked for\r\n',
      '250-never ended\r\n',
      '220 peer\n250-STARTTLS\n250 AUTH XOAUTH2\r\n',
      `250 ${'x'.repeat(LONG)}\r\n`,
      '250-x\r\n'.repeat(MANY),
      '421 closing\r\n',
      '550 <script>alert(1)</script>\r\n',
    ].map((text) => Buffer.from(text, 'latin1')),
}

const WHOIS_RECORD = 'NetRange: 192.0.2.0 - 192.0.2.255\r\nOrgName: Example\r\nCountry: DE\r\n'

export const whois: PeerProtocol = {
  steps: 1,
  answer: () => Buffer.from(WHOIS_RECORD),
  wrong: () => [
    Buffer.from('ReferralServer: whois://127.0.0.1:1\r\n'),
    Buffer.from('ReferralServer: rwhois://[::1\r\nReferralServer: \r\n'),
    Buffer.from(`OrgName: ${'x'.repeat(LONG)}\r\n`),
    Buffer.from('OrgName: a\r\nCountry: b\r\n'.repeat(MANY)),
    Buffer.from(`${':'.repeat(LONG)}\n`),
    Buffer.from('OrgName\0: \0\0\r\nCountry: \x1b[2J\r\n'),
    Buffer.from('ff fe 80 81'.replaceAll(' ', ''), 'hex'),
    Buffer.from('%ERROR:201: access denied\r\n'),
    Buffer.from(' '.repeat(LONG)),
  ],
}
