/** Marks the problems of a source: the text, and the number of its line. */
import { type EditorState, type Extension, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'
import { offsetIn, type SourceProblem } from './parse-errors.ts'

export const setSourceProblems = StateEffect.define<readonly SourceProblem[]>()

/** What begins at the problem: a literal, a word, or one character. */
const EXTENT = /^(?:"(?:[^"\\]|\\.)*"?|[\w$]+(?:\.\w+)*|.)/s

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let next = old.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(setSourceProblems)) next = marksOf(effect.value, transaction.state.doc)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function marksOf(problems: readonly SourceProblem[], doc: Text): DecorationSet {
  const text = doc.toString()
  const ranges = problems.flatMap((problem) => {
    const at = offsetIn(text, problem)
    const { from: lineStart, to: lineEnd } = doc.lineAt(at)
    // At the end of a line nothing follows: its last character is marked.
    const from = at === lineEnd ? Math.max(lineStart, at - 1) : at
    const length = EXTENT.exec(doc.sliceString(from, lineEnd))?.[0].length ?? 0
    if (length === 0) return []
    const mark = Decoration.mark({ class: 'cm-problem', attributes: { title: problem.reason } })
    return [mark.range(from, from + length)]
  })
  return Decoration.set(ranges, true)
}

const lineMarker = new (class extends GutterMarker {
  override elementClass = 'cm-problemLine'
})()

const markedLines = (state: EditorState) => {
  const starts = new Set<number>()
  state.field(marks).between(0, state.doc.length, (from) => {
    starts.add(state.doc.lineAt(from).from)
  })
  return RangeSet.of(
    [...starts].toSorted((a, b) => a - b).map((from) => lineMarker.range(from)),
    true,
  )
}

export const sourceMarks: Extension = [marks, gutterLineClass.compute([marks, 'doc'], markedLines)]
