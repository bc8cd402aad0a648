/** Underlines the problems in the text. */
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** A part of a text that is wrong or probably not intended; `info` is not underlined. */
export interface MarkedProblem {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** Offsets in UTF-16 code units. */
  readonly from: number
  readonly to: number
}

export const setProblems = StateEffect.define<readonly MarkedProblem[]>()

const underlines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) next = marksOf(effect.value, transaction.state.doc.length)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function marksOf(problems: readonly MarkedProblem[], length: number): DecorationSet {
  const ranges = problems.flatMap(({ severity, from, to, message }) => {
    if (severity === 'info') return []
    // A problem at the end of the text is shown at the last character.
    const start = Math.min(from, Math.max(0, length - 1))
    const end = Math.min(Math.max(to, start + 1), length)
    if (start >= end) return []
    return [
      Decoration.mark({
        class: severity === 'error' ? 'cm-problem' : 'cm-warning',
        attributes: { title: message },
      }).range(start, end),
    ]
  })
  return Decoration.set(ranges, true)
}

export const markedProblems: Extension = underlines
