import type { Extension } from '@codemirror/state'
import { nameCompletion } from '../../ui/code-field/name-completion.ts'
import { completeTemplate, type TemplateName } from './complete-template.ts'

/** A name gets the closing brace; a keyword that needs a name gets a space. */
export const templateCompletion = (names: () => readonly TemplateName[]): Extension =>
  nameCompletion((text, caret) => {
    const found = completeTemplate(text, caret, names())
    if (found === undefined) return undefined
    const options = found.options.map(({ label, detail, continues = false }) => ({
      label,
      detail,
      closing: continues ? ' ' : '}',
    }))
    return { from: found.from, options, validFor: /^[\w.@-]*$/ }
  })
