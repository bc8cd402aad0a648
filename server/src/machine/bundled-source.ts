/** Which source file a line of the bundled server comes from: the bundler writes its path in a comment above. */
import { readFile } from 'node:fs/promises'

const SOURCE_COMMENT = /^\/\/ (\S+\.[cm]?[jt]s)$/

/** A function that reads each file once. It finds nothing in a file that is not bundled. */
export function createSourceFinder(): (url: string, line: number) => Promise<string | undefined> {
  const files = new Map<string, Promise<readonly string[]>>()
  return async (url, line) => {
    if (!url.startsWith('file:')) return undefined
    const lines = files.get(url) ?? readFile(new URL(url), 'utf8').then((text) => text.split('\n'))
    files.set(url, lines)
    const above = (await lines).slice(0, line).findLast((text) => SOURCE_COMMENT.test(text))
    return above === undefined ? undefined : SOURCE_COMMENT.exec(above)?.[1]
  }
}
