import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextProvider, useCatalogues } from '../../base/text/text.tsx'
import { FieldTypesProvider, fieldTypes } from '../../query/fields/field-types.ts'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { MetricSection } from './metric-section.tsx'

afterEach(cleanup)

const KNOWN = fieldTypes([
  { name: 'took_ms', type: { type: 'long', properties: ['numeric', 'enumerable'] } },
  { name: 'path', type: { type: 'string', properties: ['enumerable'] } },
  { name: 'timestamp', type: { type: 'date', properties: ['enumerable'] } },
])

function Section() {
  const catalogues = useCatalogues()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    void catalogues.load('widgets').then(() => setIsReady(true))
  }, [catalogues])
  return isReady && <MetricSection series={[]} onChange={() => undefined} />
}

test.each([
  { name: 'Average', offered: ['took_ms – long'] },
  { name: 'Maximum', offered: ['timestamp – date', 'took_ms – long'] },
  { name: 'Distinct count', offered: ['path – string', 'timestamp – date', 'took_ms – long'] },
])('$name is offered the fields $offered', async ({ name, offered }) => {
  installBrowserShims()
  render(
    <MantineProvider env="test">
      <TextProvider language={null} rootTimeZone="UTC">
        <FieldTypesProvider value={KNOWN}>
          <Section />
        </FieldTypesProvider>
      </TextProvider>
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('combobox', { name: 'Metrics' }))
  await userEvent.click(await screen.findByRole('option', { name }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(offered)
})
