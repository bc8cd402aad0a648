import { readFileSync } from 'node:fs'
import { NOTIFICATION_TYPES } from '@logyard/contract/notices/notifications'
import { expect, test } from 'vitest'

test('docs/notices.md explains every type of notice', () => {
  const page = readFileSync(new URL('../../../docs/notices.md', import.meta.url), 'utf8')
  const watermarks = ['low', 'high', 'flood_stage'].map((level) => `es_node_disk_watermark_${level}`)
  const named = [...page.matchAll(/`([a-z_]+)`/g)].map(([, type]) => type)
  expect(NOTIFICATION_TYPES.filter((type) => !named.includes(type) && !watermarks.includes(type))).toEqual([])
})
