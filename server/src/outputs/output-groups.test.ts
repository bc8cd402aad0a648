import { expect, test } from 'vitest'
import type { OutputFormat } from '../processing/settings/processing-settings.ts'
import { groupOutputs } from './output-groups.ts'

test('outputs of the same streams and format form one group; unknown outputs are left out', () => {
  const formats = new Map<string, OutputFormat>([
    ['a', 'gelf'],
    ['b', 'gelf'],
    ['c', 'document'],
    ['d', 'gelf'],
  ])
  const streams = [
    { id: 'one', outputs: ['a', 'b', 'c', 'gone'] },
    { id: 'two', outputs: ['b', 'a', 'd'] },
    { id: 'three', outputs: [] },
  ]
  expect(groupOutputs(streams, (id) => formats.get(id))).toEqual([
    { outputs: ['a', 'b'], format: 'gelf', streams: ['one', 'two'] },
    { outputs: ['c'], format: 'document', streams: ['one'] },
    { outputs: ['d'], format: 'gelf', streams: ['two'] },
  ])
})
