import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { TextProvider } from '../text/text.tsx'
import { useNotify } from './notify.tsx'
import { ToastsProvider } from './toasts.tsx'

type Notify = ReturnType<typeof useNotify>

beforeEach(() => {
  installBrowserShims()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  notifications.clean()
  vi.useRealTimers()
})

function Page({ onReady }: { onReady: (notify: Notify) => void }) {
  const notify = useNotify()
  useEffect(() => onReady(notify), [onReady, notify])
  return null
}

/** A page with toasts; resolves to what shows them. */
async function showPage(): Promise<Notify> {
  const ready = Promise.withResolvers<Notify>()
  render(
    <MantineProvider env="test">
      <TextProvider language="en" rootTimeZone="UTC">
        <ToastsProvider>
          <Page onReady={ready.resolve} />
        </ToastsProvider>
      </TextProvider>
    </MantineProvider>,
  )
  return ready.promise
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test.each([
  ['success', 3_000],
  ['info', 7_000],
  ['warning', 7_000],
  ['error', 10_000],
] as const)('a toast of kind %s stays for %i ms', async (kind, ms) => {
  const notify = await showPage()
  act(() => notify[kind]('Something happened'))
  await screen.findByText('Something happened')
  await pass(ms - 1_000)
  expect(screen.queryByText('Something happened')).not.toBeNull()
  await pass(2_000)
  expect(screen.queryByText('Something happened')).toBeNull()
})

test('equal toasts are shown once, and markup in a toast is shown as text', async () => {
  const notify = await showPage()
  act(() => notify.error('<b>Bad</b>', 'Could not save'))
  act(() => notify.error('<b>Bad</b>', 'Could not save'))
  act(() => notify.error('Other', 'Could not save'))
  await screen.findByText('Other')
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  expect(screen.getAllByText('<b>Bad</b>')).toHaveLength(1)
})
