/** Finds the packs that fit messages. Only the beginning of each text is examined. */
import type { PackSuggestion } from '@logyard/contract/content-packs/gallery'
import type { GalleryEntry } from './gallery.ts'
import type { RawLine } from './recognition/recognition.ts'

const MAX_CHARACTERS = 600
const MAX_EXAMPLE_CHARACTERS = 300

interface StoredText {
  readonly document: Readonly<Record<string, unknown>>
}
type Candidate = Pick<GalleryEntry, 'name' | 'recognition' | 'pack'>

/** The pack of most messages first. A message may fit several packs. */
export function suggestPacks(candidates: readonly Candidate[], newest: readonly StoredText[]): PackSuggestion[] {
  const lines = newest.map(lineOf)
  return candidates
    .flatMap(({ name, pack: { name: title }, recognition: { recognises, query } }) => {
      const fitting = lines.filter(recognises)
      const [example] = fitting
      if (example === undefined) return []
      const shown = example.text.slice(0, MAX_EXAMPLE_CHARACTERS)
      return [{ name, title, matches: fitting.length, examined: lines.length, example: shown, query }]
    })
    .sort((one, other) => other.matches - one.matches)
}

const lineOf = ({ document }: StoredText): RawLine => ({
  text: String(document['message']).slice(0, MAX_CHARACTERS),
  // A field that the message lacks is read as null.
  fields: Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
})
