/** Which lines two texts have in common, in their order. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Longer texts are compared as wholes: the table below grows with the product of their lines. */
const MAX_LINES = 2000

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n')
  const next = after.split('\n')
  if (old.length > MAX_LINES || next.length > MAX_LINES) {
    return [...lines('removed', old), ...lines('added', next)]
  }
  const common = commonLengths(old, next)
  const diff: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length && j < next.length) {
    const [a = '', b = ''] = [old[i], next[j]]
    if (a === b) {
      diff.push({ kind: 'same', text: a })
      i++
      j++
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      diff.push({ kind: 'removed', text: a })
      i++
    } else {
      diff.push({ kind: 'added', text: b })
      j++
    }
  }
  return [...diff, ...lines('removed', old.slice(i)), ...lines('added', next.slice(j))]
}

const lines = (kind: DiffLine['kind'], texts: readonly string[]): readonly DiffLine[] =>
  texts.map((text) => ({ kind, text }))

/** At [i][j]: how many lines the texts have in common from line i of one and line j of the other. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let i = old.length - 1; i >= 0; i--) {
    const [row, below] = [rows[i], rows[i + 1]]
    for (let j = next.length - 1; row !== undefined && j >= 0; j--) {
      row[j] = old[i] === next[j] ? (below?.[j + 1] ?? 0) + 1 : Math.max(below?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}
