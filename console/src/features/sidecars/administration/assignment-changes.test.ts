import { expect, test } from 'vitest'
import { changedAssignments } from './assignment-changes.ts'

const assigned = (collector_id: string, configuration_id: string) => ({ collector_id, configuration_id })
const BEFORE = [assigned('filebeat', 'web'), assigned('filebeat', 'db'), assigned('nxlog', 'syslog')]

test.each([
  {
    name: 'another configuration replaces all of its collector',
    to: 'mail',
    mode: 'replace' as const,
    after: [assigned('nxlog', 'syslog'), assigned('filebeat', 'mail')],
  },
  {
    name: 'an added configuration joins the others',
    to: 'mail',
    mode: 'add' as const,
    after: [...BEFORE, assigned('filebeat', 'mail')],
  },
  {
    name: 'a configuration is not added twice',
    to: 'web',
    mode: 'add' as const,
    after: [assigned('filebeat', 'db'), assigned('nxlog', 'syslog'), assigned('filebeat', 'web')],
  },
  {
    name: 'none removes those of the collector',
    to: undefined,
    mode: 'replace' as const,
    after: [assigned('nxlog', 'syslog')],
  },
])('$name', ({ to, mode, after }) => {
  expect(changedAssignments(BEFORE, 'filebeat', to, mode)).toEqual(after)
})
