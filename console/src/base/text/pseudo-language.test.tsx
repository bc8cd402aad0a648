import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { pseudoMessage } from './pseudo-language.ts'

test.each([
  { text: 'Sign in', pseudo: '⟦Şīɠƞ īƞ⟧' },
  { text: 'Hello {name}!', pseudo: '⟦Ħḗŀŀǿ {name}!⟧' },
  {
    text: '{count, plural, one {# row} other {# rows}} of {total, number}',
    pseudo: '⟦{count, plural, one {# řǿẇ} other {# řǿẇş}} ǿƒ {total, number}⟧',
  },
  { text: 'Ask <b>now</b>', pseudo: '⟦Ȧşķ <b>ƞǿẇ</b>⟧' },
])('only the prose of "$text" is changed', ({ text, pseudo }) => {
  expect(pseudoMessage(text)).toBe(pseudo)
})

test('every text of the login page comes from a catalogue', async () => {
  using _app = renderConsole({ language: 'pseudo' })
  await screen.findByRole('heading', { level: 1 })
  expect(escapedTexts(document.body)).toEqual([])
})

test('every text of the frame and the overview comes from a catalogue', async () => {
  using _app = renderConsole({ language: 'pseudo', user: ada, path: '/system/overview' })
  await screen.findByRole('heading', { level: 1, name: pseudoMessage('System overview') })
  expect(escapedTexts(document.body)).toEqual([])
})

test('every text id is unique and starts with the name of its catalogue', () => {
  const folder = join(import.meta.dirname, '../../messages/en')
  const ids = readdirSync(folder).flatMap((file) => {
    const texts: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const area = file.replace('.json', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(Object.keys(texts).filter((id) => !id.startsWith(`${area}.`))).toEqual([])
    return Object.keys(texts)
  })
  expect(new Set(ids).size).toBe(ids.length)
})
