import type { Difference } from '@logyard/contract/content-packs/upgrades'

export interface ChangedLines extends Pick<Difference, 'before' | 'after'> {
  /** The first line that differs, from 1; only of texts with several lines. */
  readonly line?: number
}

/** The lines from the first to the last difference; a text of one line as it is. */
export function changedLines({ before, after }: Pick<Difference, 'before' | 'after'>): ChangedLines {
  if (before === null || after === null || !`${before}${after}`.includes('\n')) return { before, after }
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const between = (lines: readonly string[]) =>
    lines.length === head + tail ? null : lines.slice(head, lines.length - tail).join('\n')
  return { line: head + 1, before: between(old), after: between(fresh) }
}
