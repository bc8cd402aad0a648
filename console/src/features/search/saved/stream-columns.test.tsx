import { listFields } from '@logyard/contract/fields/search-fields'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { getStreamColumns, setStreamColumns } from '@logyard/contract/streams/stream-columns'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
})

function open(path: string) {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: {},
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listFields, [])
  withSearches(server)
  const set: unknown[] = []
  server.on(getStreamColumns, { columns: ['timestamp', 'order_id'] }).outcome(setStreamColumns, ({ body }) => {
    set.push(body)
    return { status: 200, body: { columns: [] } }
  })
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  /** The action, in the open menu. */
  const action = async (name: RegExp) => {
    await screen.findByText('123,456 messages in 32 ms')
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    return await screen.findByRole('menuitem', { name })
  }
  const choose = async (name: RegExp) => user.click(await action(name))
  return { set, action, choose, [Symbol.dispose]: () => page[Symbol.dispose]() }
}

const inAddress = () => new URLSearchParams(window.location.search).get('columns')

const isDisabled = (item: HTMLElement) => item.getAttribute('aria-disabled') === 'true'

test.each([`/search?streams=${PAYMENTS.id}`, `/streams/${PAYMENTS.id}/search`])(
  'a search of one stream begins with the columns of this stream: %s',
  async (path) => {
    using page = open(path)
    expect(isDisabled(await page.action(/^Reset columns to those of /))).toBe(true)
    expect(inAddress()).toBeNull()
  },
)

test('a link that names columns has these, and a search of all streams has none to begin with', async () => {
  {
    using page = open(`/search?streams=${PAYMENTS.id}&columns=source`)
    expect(isDisabled(await page.action(/^Reset columns to those of /))).toBe(false)
    expect(inAddress()).toBe('source')
  }
  using page = open('/search')
  await page.action(/^Inspect/)
  expect(screen.queryByRole('menuitem', { name: /columns/ })).toBeNull()
})

test('the columns of a search become those of its stream, or return to them', async () => {
  using page = open(`/search?streams=${PAYMENTS.id}&columns=source`)
  await page.choose(/^Begin with these columns in /)
  await waitFor(() => expect(page.set).toEqual([{ columns: ['source'] }]))
  await page.choose(/^Reset columns to those of /)
  await waitFor(() => expect(inAddress()).toBeNull())
})
