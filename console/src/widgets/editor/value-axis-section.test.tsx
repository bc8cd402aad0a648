import type { ValueAxis } from '@logyard/contract/views/view-state'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextProvider, useCatalogues } from '../../base/text/text.tsx'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { ValueAxisSection } from './value-axis-section.tsx'

afterEach(cleanup)

function Section({ onAxis }: { onAxis: (axis: ValueAxis | undefined) => void }) {
  const catalogues = useCatalogues()
  const [isReady, setIsReady] = useState(false)
  const [axis, setAxis] = useState<ValueAxis>()
  useEffect(() => {
    void catalogues.load('widgets').then(() => setIsReady(true))
  }, [catalogues])
  const change = (next: ValueAxis | undefined) => {
    setAxis(next)
    onAxis(next)
  }
  return isReady && <ValueAxisSection axis={axis} onChange={change} />
}

test('only valid limits are stored, and an empty field is automatic', async () => {
  installBrowserShims()
  const stored: (ValueAxis | undefined)[] = []
  render(
    <MantineProvider env="test">
      <TextProvider language={null} rootTimeZone="UTC">
        <Section onAxis={(axis) => stored.push(axis)} />
      </TextProvider>
    </MantineProvider>,
  )
  const [min, max] = [await screen.findByRole('textbox', { name: 'Minimum' }), screen.getByLabelText('Maximum')]
  await userEvent.type(min, '20')
  expect(stored.at(-1)).toEqual({ min: 20 })
  await userEvent.type(max, '10')
  screen.getByText('The maximum must be greater than the minimum.')
  expect(stored.at(-1)).toEqual({ min: 20 })
  await userEvent.type(max, '0')
  expect(stored.at(-1)).toEqual({ min: 20, max: 100 })
  await userEvent.click(screen.getByRole('radio', { name: 'Logarithmic' }))
  expect(stored.at(-1)).toEqual({ scale: 'logarithmic', min: 20, max: 100 })
  await userEvent.clear(max)
  await userEvent.type(min, 'x')
  screen.getByText('Enter a number, such as 1000.')
  expect(stored.at(-1)).toEqual({ scale: 'logarithmic', min: 20 })
  await userEvent.clear(min)
  await userEvent.click(screen.getByRole('radio', { name: 'Linear' }))
  expect(stored.at(-1)).toBeUndefined()
})
