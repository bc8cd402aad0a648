/** The scratchpad's content, per user, in this browser only. */
const KEY = 'gl-scratchpad-'
const MIN_WIDTH = 450
const MIN_HEIGHT = 400

export interface ScratchpadState {
  readonly value: string
  readonly opened: boolean
  readonly position: { readonly x: number; readonly y: number } | null
  readonly size: { readonly width: number; readonly height: number }
  readonly securityConfirmed: boolean
}

export const EMPTY_SCRATCHPAD: ScratchpadState = {
  value: '',
  opened: false,
  position: null,
  size: { width: MIN_WIDTH, height: MIN_HEIGHT },
  securityConfirmed: false,
}

export function readScratchpad(storage: Storage, username: string): ScratchpadState {
  const text = storage.getItem(KEY + username)
  if (text === null) return EMPTY_SCRATCHPAD
  try {
    const stored: unknown = JSON.parse(text)
    return typeof stored === 'object' && stored !== null ? { ...EMPTY_SCRATCHPAD, ...stored } : EMPTY_SCRATCHPAD
  } catch (error) {
    if (error instanceof SyntaxError) return EMPTY_SCRATCHPAD
    throw error
  }
}

export function writeScratchpad(storage: Storage, username: string, state: ScratchpadState): void {
  storage.setItem(KEY + username, JSON.stringify(state))
}
