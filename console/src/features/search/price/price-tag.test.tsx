import { listFields } from '@logyard/contract/fields/search-fields'
import { validateQuery } from '@logyard/contract/search/search-validation'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { type SearchEngine, withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await Promise.all([import('../../../widgets/grid/widget-grid.tsx'), import('../search-page-parts.ts')])
})

function open(price: SearchEngine['price']) {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(listFields, [])
    .on(validateQuery, { status: 'OK', explanations: [] })
  const engine = withSearches(server)
  engine.price = price
  const page = renderConsole({ path: '/search', user: ada, server })
  return { ...page, [Symbol.dispose]: () => page[Symbol.dispose](), engine, user: userEvent.setup({ delay: null }) }
}

const query = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })

test('the price of a long search is shown while it is typed, and a cheaper one runs by one click', async () => {
  using page = open({
    price: { rows: 1_234_567_890, bytes: 80_000_000_000, seconds: 12 },
    cheaper: [
      {
        kind: 'shorter-range',
        query_id: 'q',
        timerange: { type: 'relative', range: 86_400 },
        price: { rows: 9, bytes: 9, seconds: 0.3 },
      },
    ],
  })
  await page.user.type(await query(), 'order')
  await screen.findByText('Reads 1.2B rows · 80 GB · about 12 s')
  await page.user.click(await screen.findByRole('button', { name: 'Last 1 day · about 0.3 s' }))
  await waitFor(() => {
    const [asked] = [...page.engine.stored.values()].at(-1)?.queries ?? []
    expect(asked).toMatchObject({ timerange: { range: 86_400 }, query: { query_string: 'order' } })
  })
})

test('the price of a short search is shown only at the button that runs it', async () => {
  using page = open({ price: { rows: null, bytes: null, seconds: 1 }, cheaper: [] })
  await page.user.type(await query(), 'order')
  const run = await screen.findByRole('button', { name: /^Perform search/ })
  expect(screen.queryByText('about 1 s')).toBeNull()
  await page.user.hover(run)
  await screen.findByText('about 1 s')
  await page.user.unhover(run)
  await waitFor(() => expect(screen.queryByText('about 1 s')).toBeNull())
})
