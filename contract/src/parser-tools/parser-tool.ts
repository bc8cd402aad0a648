/** What all parser tools share. */
import { Type } from 'typebox'

export const area = 'tools'

/** Characters of a text that a tool works on, and of a pattern or another parameter. */
export const MAX_TOOL_TEXT = 262_144
export const MAX_TOOL_PATTERN = 10_000

export const toolText = Type.String({ maxLength: MAX_TOOL_TEXT, description: 'The text to work on' })
export const toolPattern = (options: { readonly minLength?: number; readonly description?: string } = {}) =>
  Type.String({ maxLength: MAX_TOOL_PATTERN, ...options })
