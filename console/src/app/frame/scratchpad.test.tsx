import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { EMPTY_SCRATCHPAD, readScratchpad } from './scratchpad-store.ts'

const key = 'gl-scratchpad-ada'

test('typed text is saved in this browser at once, under the key of the user', async () => {
  using _app = renderConsole({ user: ada, path: '/system/overview' })
  await userEvent.click(await screen.findByRole('button', { name: 'Scratchpad' }))
  await userEvent.type(await screen.findByLabelText('Scratchpad text'), 'grep this')
  expect(JSON.parse(window.localStorage.getItem(key) ?? '')).toMatchObject({ value: 'grep this', opened: true })
  await userEvent.click(screen.getByRole('button', { name: 'Close the scratchpad' }))
  expect(JSON.parse(window.localStorage.getItem(key) ?? '')).toMatchObject({ value: 'grep this', opened: false })
})

test.each(['not json', '7', 'null'])('an invalid stored value (%s) reads as an empty scratchpad', (text) => {
  window.localStorage.setItem(key, text)
  expect(readScratchpad(window.localStorage, 'ada')).toEqual(EMPTY_SCRATCHPAD)
})
