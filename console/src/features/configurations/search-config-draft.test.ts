import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import { expect, test } from 'vitest'
import { configOfDraft, draftOfConfig } from './search-config-draft.ts'

const config: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: { PT5M: 'five', PT0S: 'all' },
  surrounding_timerange_options: { PT1S: 'one' },
  surrounding_filter_fields: ['source', 'file'],
  analysis_disabled_fields: ['message'],
}
const draft = draftOfConfig(config)

test('unchanged settings are sent unchanged, with options in their order', () => {
  const sent = configOfDraft(draft)
  expect(sent).toEqual(config)
  expect(Object.keys(sent?.relative_timerange_options ?? {})).toEqual(['PT5M', 'PT0S'])
})

test('periods are sent in upper case with their P, and field names without blanks', () => {
  expect(
    configOfDraft({
      ...draft,
      hasLimit: true,
      limit: '30d',
      relative: [{ period: 't15m', label: ' quarter ' }],
      filterFields: ' source ,, host',
    }),
  ).toMatchObject({
    query_time_range_limit: 'P30D',
    relative_timerange_options: { PT15M: 'quarter' },
    surrounding_filter_fields: ['source', 'host'],
  })
})

test.each([
  { name: 'a limit of nothing', change: { hasLimit: true, limit: 'PT0S' } },
  { name: 'a limit that is no period', change: { hasLimit: true, limit: 'a month' } },
  { name: 'a surrounding range of nothing', change: { surrounding: [{ period: 'PT0S', label: 'x' }] } },
  { name: 'an option without a name', change: { relative: [{ period: 'PT5M', label: ' ' }] } },
  {
    name: 'a range twice',
    change: {
      relative: [
        { period: 'PT5M', label: 'a' },
        { period: 't5m', label: 'b' },
      ],
    },
  },
  { name: 'no filter fields', change: { filterFields: ' ' } },
  { name: 'no fields that are not analysed', change: { unanalysedFields: '' } },
])('$name cannot be sent', ({ change }) => {
  expect(configOfDraft({ ...draft, ...change })).toBeUndefined()
})
