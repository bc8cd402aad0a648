import type { KeyboardEvent } from 'react'

/** Fields that the user has typed into since the last Tab or Enter: only these have a match that was asked for. */
const typedInto = new WeakSet<HTMLInputElement>()

/**
 * Tab accepts the active match of a field with completion, and Enter the first one if none is active yet because the
 * matches came from the server. The field itself lets Enter accept its active match.
 */
export function acceptCompletion(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: input } = event
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (key !== 'Tab' && key !== 'Enter') {
    if (key.length === 1 || key === 'Backspace') typedInto.add(input)
    return
  }
  if (!typedInto.delete(input) || event.shiftKey || input.getAttribute('aria-expanded') !== 'true') return
  const matches = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const options = [...(matches?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
  // A text that is a match itself stays.
  if (key === 'Tab' && options.some(({ textContent }) => textContent === input.value)) return
  const active = options.find((option) => option.hasAttribute('data-combobox-selected'))
  const accepted = active ?? options[0]
  if (accepted === undefined || (key === 'Enter' && active !== undefined)) return
  if (key === 'Enter') event.preventDefault()
  accepted.click()
}
