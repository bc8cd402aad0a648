import type { Extension } from '@codemirror/state'
import { nameCompletion } from '../../../ui/code-field/name-completion.ts'
import { completeTemplate, type TemplateVariable } from './complete-template.ts'

export const templateCompletion = (variables: () => readonly TemplateVariable[]): Extension =>
  nameCompletion((text, caret) => {
    const found = completeTemplate(text, caret, variables())
    if (found === undefined) return undefined
    const { from, options, closing } = found
    return { from, options: options.map((option) => ({ ...option, closing })), validFor: /^[\w.]*$/ }
  })
