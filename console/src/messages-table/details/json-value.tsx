import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { parseExactJson } from '../../api/exact-json.ts'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

/** Formatting longer values would block the browser. */
const MAX_JSON_CHARACTERS = 200_000

/** A list or an object, or one that a text contains as JSON; other values gain nothing from line breaks. */
function jsonIn(value: unknown): object | undefined {
  if (typeof value === 'object' && value !== null) return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > MAX_JSON_CHARACTERS) return undefined
  try {
    const parsed = parseExactJson(value)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The value as indented JSON while the user asks for it, and the button to ask; neither for values without JSON. */
export function useJsonView(value: unknown) {
  const t = useText()
  const [isFormatted, setIsFormatted] = useState(false)
  const json = jsonIn(value)
  if (json === undefined) return { formatted: undefined, toggle: null }
  const label = t(isFormatted ? 'messages.asStored' : 'messages.formatJson')
  return {
    formatted: isFormatted ? JSON.stringify(json, null, 2) : undefined,
    toggle: (
      <ToolButton
        label={label}
        size={24}
        variant={isFormatted ? 'light' : 'subtle'}
        aria-pressed={isFormatted}
        onClick={() => setIsFormatted(!isFormatted)}
      >
        <IconBraces size={14} />
      </ToolButton>
    ),
  }
}
