import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deferred } from './deferred.tsx'
import { useFirstContent } from './first-content.ts'

function Page({ isShown }: { isShown: boolean }) {
  useFirstContent(isShown)
  return null
}

/** Long enough for a frame and what follows it. */
const aMoment = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 80)))

test('what is later is loaded once the page shows what it is about', async () => {
  const Now = deferred(async () => () => <p>Now</p>)
  const Later = deferred(async () => () => <p>Later</p>, { isLater: true })
  const tree = (isShown: boolean) => (
    <>
      <Page isShown={isShown} />
      <Now />
      <Later />
    </>
  )
  const page = render(tree(false))
  expect(await screen.findByText('Now')).toBeDefined()
  await aMoment()
  expect(screen.queryByText('Later')).toBeNull()
  page.rerender(tree(true))
  expect(await screen.findByText('Later')).toBeDefined()
})

test('a page that is left holds nothing back', async () => {
  const Later = deferred(async () => () => <p>Another page</p>, { isLater: true })
  const page = render(<Page isShown={false} />)
  page.unmount()
  render(<Later />)
  expect(await screen.findByText('Another page')).toBeDefined()
})

test('what nobody wants yet is not loaded', async () => {
  const Editor = deferred(async () => () => <p>Editor</p>)
  const page = render(<Editor isWanted={false} fallback={<p>Plain</p>} />)
  await aMoment()
  expect(screen.getByText('Plain')).toBeDefined()
  page.rerender(<Editor isWanted fallback={<p>Plain</p>} />)
  expect(await screen.findByText('Editor')).toBeDefined()
})
