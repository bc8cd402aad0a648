import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { TextProvider, useText } from './text.tsx'

const wrapper = ({ children }: { children: ReactNode }) => (
  <TextProvider language={null} rootTimeZone="UTC">
    {children}
  </TextProvider>
)
const tell = (message: string) => {
  const { result } = renderHook(() => useText(), { wrapper })
  return result.current('login.failed', { status: 500, message })
}

test.each(['\u202e', '\u2067', '\u202b', '\u2066\u2068\u202d'])(
  'a value cannot reorder the rest of a sentence: %j',
  (marks) => {
    expect(tell(`one${marks} two`)).toBe(tell('one two'))
  },
)

test('ICU syntax in a value is not interpreted', () => {
  const hostile = "{name, select, other {<b>x</b>}} {0} '{' # <img src=x onerror=alert(1)>"
  expect(tell(hostile)).toContain(hostile)
})
