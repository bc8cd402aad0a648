import { useState } from 'react'

/** A typed text that is not submitted yet; a new value from outside replaces it. */
export function useTextDraft(stored: string): readonly [text: string, type: (text: string) => void] {
  const [draft, setDraft] = useState({ of: stored, text: stored })
  if (draft.of !== stored) setDraft({ of: stored, text: stored })
  return [draft.text, (text) => setDraft({ of: stored, text })]
}
