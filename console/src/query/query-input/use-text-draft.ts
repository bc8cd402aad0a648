import { useState } from 'react'

/** A text that is typed and not submitted yet; another one from elsewhere takes its place. */
export function useTextDraft(stored: string): readonly [text: string, type: (text: string) => void] {
  const [draft, setDraft] = useState({ of: stored, text: stored })
  if (draft.of !== stored) setDraft({ of: stored, text: stored })
  return [draft.text, (text) => setDraft({ of: stored, text })]
}
