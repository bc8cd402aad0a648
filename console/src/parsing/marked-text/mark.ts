/** A part of a text that becomes a field. */
export interface Mark {
  readonly from: number
  readonly to: number
  /** The tooltip of the part, and its colour. */
  readonly field: string
}

/** Marks in the order of the text, without empty marks and without marks within others. */
export function outerMarks(marks: readonly Mark[]): readonly Mark[] {
  const outer: Mark[] = []
  for (const mark of marks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (mark.from < mark.to && mark.from >= (outer.at(-1)?.to ?? 0)) outer.push(mark)
  }
  return outer
}
