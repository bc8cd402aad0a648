/** Sets expressions apart from text, and keywords apart from names. */
import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const EXPRESSION = /(?<!\\)\$\{([^}]*)\}/g
const KEYWORD = /^\s*(?:if\b|foreach\b|else\b|end\b)/

const name = Decoration.mark({ class: 'cm-template-name' })
const keyword = Decoration.mark({ class: 'cm-template-keyword' })

const matcher = new MatchDecorator({
  regexp: EXPRESSION,
  decoration: (match) => (KEYWORD.test(match[1] ?? '') ? keyword : name),
})

const expressions = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = matcher.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.marks = matcher.updateDeco(update, this.marks)
    }
  },
  { decorations: (plugin) => plugin.marks },
)

export const templateHighlighting: Extension = [
  expressions,
  EditorView.theme({
    '.cm-template-name': { color: 'var(--ly-syntax-field)' },
    '.cm-template-keyword': { color: 'var(--ly-syntax-operator)', fontWeight: '600' },
  }),
]
