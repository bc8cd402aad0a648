import { expect, test } from 'vitest'
import { boxedStartMessage } from './start-message.ts'

test('a terminal shows address, user and password in a box, and where data and log are', () => {
  const facts = { version: '0.1.0', url: 'http://127.0.0.1:9000/', dataFolder: '/srv/logyard' }
  expect(boxedStartMessage({ ...facts, unusedPassword: 'k3JxWq', logFile: '/srv/logyard/log/logyard.log' })).toBe(`
┌────────────────────────────────────────────────┐
│ Logyard 0.1.0 is ready                         │
│                                                │
│ Open      http://127.0.0.1:9000/               │
│ User      admin                                │
│ Password  k3JxWq                               │
│                                                │
│ The password is shown until the first sign-in. │
└────────────────────────────────────────────────┘
  Data      /srv/logyard
  Log       /srv/logyard/log/logyard.log
  Stop      Ctrl-C
`)
})
