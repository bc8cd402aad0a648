/** Highlighting of grok patterns and regular expressions in the editor. */
import { LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { patternHighlighter, patternParsers } from '../pattern-text/pattern-highlighting.ts'

export const patternLanguages = {
  grok: LRLanguage.define({ name: 'grok', parser: patternParsers.grok }),
  regex: LRLanguage.define({ name: 'regex', parser: patternParsers.regex }),
}

export const patternHighlighting = syntaxHighlighting(patternHighlighter)
