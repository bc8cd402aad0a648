/**
 * The changelog. Each change adds one fragment, `changelog/unreleased/NAME.KIND.md`, so that two changes never edit the
 * same lines. `node bin/changelog.ts` prints the unreleased changes; `node bin/changelog.ts VERSION` moves them to
 * CHANGELOG.md.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KINDS = ['breaking', 'added', 'changed', 'fixed', 'removed', 'security'] as const
export type Kind = (typeof KINDS)[number]

export interface Fragment {
  readonly file: string
  readonly kind: Kind
  /** One paragraph of Markdown. */
  readonly text: string
}

const FILE_NAME = /^[a-z0-9-]+\.([a-z]+)\.md$/
const HEADING = '# Changelog\n'

/** Throws with the name of the first file that is not a fragment, and the reason. */
export function readFragments(folder: string): readonly Fragment[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const name = FILE_NAME.exec(file)?.[1]
      const kind = KINDS.find((known) => known === name)
      if (kind === undefined) throw new Error(`${file}: the name must be NAME.KIND.md, KIND one of ${KINDS.join(', ')}`)
      const text = readFileSync(join(folder, file), 'utf8').trim()
      if (text === '' || text.includes('\n\n') || !text.endsWith('.')) {
        throw new Error(`${file}: the text must be one paragraph that ends with a full stop`)
      }
      return { file, kind, text }
    })
}

/** A section per kind, in the order of `KINDS`, each fragment as one item. */
export function releaseNotes(fragments: readonly Fragment[]): string {
  return KINDS.flatMap((kind) => {
    const items = fragments.filter((fragment) => fragment.kind === kind)
    if (items.length === 0) return []
    const title = `### ${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    return [[title, '', ...items.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`)].join('\n')]
  }).join('\n\n')
}

/** The changelog with the notes of `version` before those of earlier versions. */
export function withRelease(changelog: string, version: string, notes: string): string {
  if (!changelog.startsWith(HEADING)) throw new Error(`CHANGELOG.md must begin with "${HEADING.trim()}"`)
  const earlier = changelog.indexOf('\n## ')
  const [head, rest] = earlier < 0 ? [changelog, ''] : [changelog.slice(0, earlier), changelog.slice(earlier)]
  return `${head.trimEnd()}\n\n## ${version}\n\n${notes}\n${rest}`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const folder = join(root, 'changelog', 'unreleased')
  const fragments = readFragments(folder)
  const notes = releaseNotes(fragments)
  const [version] = process.argv.slice(2)
  if (version === undefined) console.log(notes)
  else {
    const path = join(root, 'CHANGELOG.md')
    writeFileSync(path, withRelease(readFileSync(path, 'utf8'), version, notes))
    for (const { file } of fragments) rmSync(join(folder, file))
  }
}
