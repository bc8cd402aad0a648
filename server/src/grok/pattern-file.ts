import type { NamedPattern } from './pattern-references.ts'

const LINE = /^(\w+)[ \t]+(.*\S.*)$/

/** The patterns of a file with one `NAME pattern` per line. Comments and other lines are skipped. */
export const readPatternFile = (text: string): readonly NamedPattern[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, name, pattern] = LINE.exec(line) ?? []
    return name === undefined || pattern === undefined ? [] : [{ name, pattern }]
  })
